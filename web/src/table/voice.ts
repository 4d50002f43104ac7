/** The table's voice, in the words now spoken. */
import type { Part, Voice } from '../cardtable/given'
import type { Bubble } from '../cardtable/state'
import { botLevel, character, say, speech } from '../speech.svelte'
import type { Key } from '../words'

const PARTS: Record<Part, Key> = {
  table: 'ui.table',
  hand: 'play.hand',
  trick: 'ui.trick',
  menu: 'ui.menu',
  score: 'ui.score',
  last: 'ui.last-trick',
  talk: 'ui.talk',
  help: 'ui.coach',
  dealer: 'word.dealer',
  turn: 'ui.seat.turn',
  'your-turn': 'ui.your-turn',
}

export const voice: Voice = {
  part: (part) => say(PARTS[part]),
  card: (card) => speech.words.card(card),
  again: (card) => say('ui.hand.again', { card: speech.words.card(card) }),
  notNow: () => say('ui.hand.not-now'),
  played(name, card, wins) {
    const said = speech.words.label(name, speech.words.card(card))
    return wins ? `${said}, ${say('ui.trick.winning')}` : said
  },
  bubble,
  bid: (tricks, trump) => speech.words.bid(tricks, trump),
  pack: (pack) => ({ name: speech.words.pack(pack), sign: say(`pack.short.${pack}`) }),
  times: (times) => say(times === 4 ? 'state.redoubled' : 'state.doubled'),
  deal: ({ number, of }) => say('ui.plate.deal', { number, total: of }),
  cards: (n) => say('ui.cards', { n }),
  bids: (sum, cards) => say('ui.plate.bids', { sum, cards }),
  points: (n) => say('ui.seat.points', { n }),
  slots: (bid, tricks) =>
    bid === null ? say('ui.seat.no-bid') : say('ui.seat.slots', { bid, tricks }),
  presence({ stoodIn, away, bot, level, next }) {
    if (next) return say('ui.people.next', { player: next })
    if (stoodIn) return say('ui.seat.stood-in')
    if (away) return say('ui.seat.away')
    return bot ? botLevel(level) : ''
  },
  about({ bot, level, next }) {
    if (next) return say('ui.people.next', { player: next })
    return bot ? [botLevel(level), character(level)].filter(Boolean).join('. ') : ''
  },
}

function bubble(bubble: Bubble): string {
  switch (bubble.say) {
    case 'bid': {
      const pack = bubble.announces ? bubble.pack : null
      const bid = speech.words.bid(bubble.tricks, bubble.trump, pack)
      return bubble.erased ? say('ui.bubble.erased', { bid }) : bid
    }
    case 'double':
      return say('shout.double')
    case 'redouble':
      return say('shout.redouble')
    case 'decline':
      return say('ui.bubble.decline')
    case 'ready':
      return say('ui.bubble.ready')
    case 'wave':
      return say('ui.bubble.wave')
    case 'talk':
      return bubble.text
  }
}
