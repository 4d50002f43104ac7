import { describe, expect, it } from 'vitest'
import { callsOf, present } from '../src/client/present'
import { SNAPSHOT, VIEW, viewing } from './samples'

const say = {
  hint: 'Follow',
  reasons: {},
  called: (name: string) => name.replace('#', 'Guest'),
  names: ['Ada', 'Bob', 'Perrine'],
  talk: [],
}
const shown = (...change: Parameters<typeof viewing>) => present(viewing(...change), say)!

describe('the table that is drawn', () => {
  it('is none before the first deal', () => {
    expect(present({ ...SNAPSHOT, view: null }, say)).toBeNull()
  })

  it('offers the cards that the server lists, with a hint, and else nothing', () => {
    expect(shown({})).toMatchObject({ playable: ['RH', 'TH'], hint: 'Follow', me: 0 })
    expect(shown({ legal: [{ act: 'double' }] })).toMatchObject({ playable: null, hint: '' })
  })

  it('gives each card of the trick to the seat that played it', () => {
    expect(shown({}).trick).toEqual({
      number: 0,
      cards: [
        { seat: 1, card: 'DH' },
        { seat: 2, card: 'NH' },
      ],
      winner: 1,
    })
  })

  it('keeps the number of a trick from its first card to its collecting', () => {
    const taken = {
      trick: [],
      leader: 0,
      plays: [
        [1, 'DH'],
        [2, 'NH'],
        [0, 'RH'],
      ] as typeof VIEW.plays,
    }
    const { trick, last } = shown(taken, { last_trick: [...taken.plays] })
    expect([last?.number, last?.winner, trick.number]).toEqual([0, 0, 1])
  })

  it('shows a watcher the first seat at the bottom, and no hand', () => {
    const { me, watching, hand } = shown({ seat: null, hand: [], legal: [] }, { seat: null })
    expect([me, watching, hand]).toEqual([0, true, []])
  })

  it('tells who is away from who is a bot', () => {
    const seats = [...SNAPSHOT.seats]
    seats[1] = { ...seats[1], away: true }
    const [ada, bob, perrine] = shown({}, { seats }).seats
    expect([ada.away, bob.away, bob.stoodIn, perrine.away, perrine.bot]).toEqual([
      false,
      true,
      true,
      false,
      true,
    ])
    const gone = shown({}, { connected: [true, false, false] }).seats[1]
    expect([gone.away, gone.stoodIn]).toEqual([true, false])
  })

  it('names who gets a seat with the next deal, and says what was just said from one', () => {
    const promised = [{ seat: 2, player: 'pz', name: '# 2' }]
    const table = present({ ...SNAPSHOT, promised }, { ...say, talk: [undefined, 'Wow!'] })
    expect(table?.seats.map(({ next }) => next)).toEqual(['', '', 'Guest 2'])
    expect(table?.seats.map(({ talk }) => talk)).toEqual(['', 'Wow!', ''])
  })

  it('counts the clock of whoever is to act down from when it was told, and stops it in a pause', () => {
    const timing = { seat: 0, move: 5000, bank: 1000 }
    const clock = (since: number, is_paused = false) =>
      present({ ...SNAPSHOT, timing, is_paused }, say, since)?.seats[0].clock
    expect(clock(1500)).toEqual({ left: 4500, of: 6000 })
    expect(clock(9000)).toEqual({ left: 0, of: 6000 })
    expect(clock(0, true)).toBeNull()
  })

  it('doubles what was doubled', () => {
    expect([shown({}).times, shown({}).doubledBy]).toEqual([2, 2])
    expect(shown({ redoubled: true }).times).toBe(4)
    expect(shown({ doubled_by: null }).times).toBe(1)
  })
})

describe('what was said in the auction', () => {
  it('is struck out where a new trump has erased it (A4)', () => {
    const bids = callsOf(VIEW).map(({ said }) => (said.say === 'bid' ? said.erased : said.say))
    expect(bids).toEqual([true, false, 'double', false, false])
  })

  it('stands at the seats until the play begins', () => {
    expect(shown({}).seats[1].bubble).toBeNull()
    const bubbles = shown({ phase: 'auction' }).seats.map(({ bubble }) => bubble)
    expect(bubbles[1]).toMatchObject({ say: 'bid', tricks: 1, announces: true })
    expect(bubbles[2]).toMatchObject({ say: 'bid', tricks: 0, announces: false })
    const readying = shown({ phase: 'ready', unready: [0], turn: null, calls: [] })
    expect(readying.seats.map(({ bubble }) => bubble?.say)).toEqual([undefined, 'ready', 'ready'])
    const window = shown({ phase: 'auction', window: [0], calls: VIEW.calls.slice(0, 2) })
    expect(window.seats.map(({ bubble }) => bubble?.say)).toEqual(['bid', 'bid', 'wave'])
  })
})
