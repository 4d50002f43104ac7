// boardgame.io with the play of La Bâtarde, spades trumps: 4 players, 9 cards, no auction.
// The server checks each move and sends each player their own view, all in memory.
const { Server, Origins } = require('boardgame.io/server')
const { TurnOrder } = require('boardgame.io/core')

const NORMAL = 'RDCVFMJNT'
const TRUMP = 'FMJRDCVNT'
const PACK = [...'SHDC'].flatMap((suit) => [...NORMAL].map((rank) => rank + suit))

const power = (card, led) =>
  card[1] === 'S' ? 100 - TRUMP.indexOf(card[0]) : card[1] === led ? 50 - NORMAL.indexOf(card[0]) : 0

function legal(hand, trick) {
  if (trick.length === 0) return hand
  const led = trick[0].card[1]
  const best = Math.max(...trick.map(({ card }) => power(card, led)))
  const rising = (cards) => {
    const higher = cards.filter((card) => power(card, led) > best)
    return higher.length > 0 ? higher : cards
  }
  const following = hand.filter((card) => card[1] === led)
  if (following.length > 0) return led === 'S' ? rising(following) : following
  const cutting = hand.filter((card) => card[1] === 'S')
  return cutting.length > 0 ? rising(cutting) : hand
}

function deal(G, random) {
  const pack = random.Shuffle(PACK)
  G.hands = Object.fromEntries([0, 1, 2, 3].map((seat) => [seat, pack.slice(9 * seat, 9 * seat + 9)]))
  G.tricks = [0, 0, 0, 0]
}

const Batarde = {
  name: 'batarde',
  setup: ({ random }) => {
    const G = { hands: {}, trick: [], tricks: [0, 0, 0, 0], legal: [] }
    deal(G, random)
    G.legal = G.hands[0]
    return G
  },
  turn: { order: TurnOrder.DEFAULT },
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: { [playerID]: G.hands[playerID] },
    legal: G.turn === playerID ? G.legal : [],
  }),
  moves: {
    play: ({ G, ctx, playerID, events, random }, card) => {
      if (!legal(G.hands[playerID], G.trick).includes(card)) return 'INVALID_MOVE'
      G.hands[playerID] = G.hands[playerID].filter((held) => held !== card)
      G.trick.push({ seat: Number(playerID), card })
      let next = (Number(playerID) + 1) % 4
      if (G.trick.length === 4) {
        const led = G.trick[0].card[1]
        const best = G.trick.reduce((a, b) => (power(b.card, led) > power(a.card, led) ? b : a))
        next = best.seat
        G.tricks[next] += 1
        G.trick = []
        if (G.hands[0].length === 0) deal(G, random)
      }
      G.turn = String(next)
      G.legal = legal(G.hands[next], G.trick)
      events.endTurn({ next: String(next) })
    },
  },
}

const server = Server({ games: [Batarde], origins: [Origins.LOCALHOST] })
server.run({ port: Number(process.argv[2]), callback: () => console.log('ready') })
