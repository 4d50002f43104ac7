import { describe, expect, it } from 'vitest'
import type { TableModel } from '../src/client/fold'
import { narrate, question } from '../src/client/narrate'
import type { TableEvent } from '../src/protocol'
import { load } from '../src/words'
import { event, SNAPSHOT, strange, VIEW, viewing } from './samples'

const words = await load('en', '2023')
const bid = (seat: number, tricks: number, trump: string) => [
  seat,
  { act: 'bid', tricks, trump, pack: null },
]
const model = (calls: unknown[]) =>
  ({
    seat: 0,
    seats: [{ name: 'Ana' }, { name: 'Bo' }, { name: 'Chi' }],
    view: { calls, cards: 7, standing: null },
  }) as unknown as TableModel
const announce = (seat: number, tricks: number, trump: string) =>
  ({ event: 'bid-made', seat, tricks, trump, pack: null, announces: true }) as TableEvent

describe('who listens to an auction', () => {
  it('hears that a new trump erases the bids, and that the first one does not', () => {
    const first = announce(1, 2, 'H')
    const second = announce(2, 2, 'S')
    const calls = [bid(1, 2, 'H')]
    expect(narrate(words, [first], model(calls))).toBe('Bo announces 2 hearts.')
    const later = model([...calls, bid(2, 2, 'S')])
    expect(narrate(words, [first, second], later)).toBe(
      'Bo announces 2 hearts. Chi announces 2 spades. The earlier bids are erased.',
    )
  })

  it('hears what was bid in all when it closes', () => {
    const closed = { event: 'auction-closed', seat: 2, trump: 'S', pack: null, bids: [0, 1, 2] }
    expect(narrate(words, [closed as unknown as TableEvent], model([]))).toBe(
      'The auction is closed: 2 spades (Chi). Bid in all: 3 for 7 tricks.',
    )
  })
})

const heard = (...events: Parameters<typeof narrate>[1]) => narrate(words, events, SNAPSHOT)

describe('what has happened is told', () => {
  const fool = words.the('FS')

  it('card by card, of oneself in the second person', () => {
    expect(
      heard(
        event({ event: 'card-played', seat: 0, card: 'RH', wins: true }),
        event({ event: 'card-played', seat: 1, card: 'FS', wins: true }),
        event({ event: 'trick-taken', seat: 1, card: 'FS' }),
      ).split(/(?<=\.) /),
    ).toEqual([
      words.say('tell.play.you', { card: words.the('RH') }),
      words.say('tell.play', { player: 'Bob', card: words.say('card.trump', { card: fool }) }),
      words.say('tell.trick', { player: 'Bob', card: fool }),
    ])
  })

  it('call by call', () => {
    const follow = { event: 'bid-made', seat: 1, tricks: 1, trump: 'S', pack: null } as const
    expect(heard(event({ ...follow, tricks: 0, announces: false }))).toBe(
      words.say('tell.follow', { player: 'Bob', tricks: words.say('count.tricks', { n: 0 }) }),
    )
    expect(heard(event({ event: 'doubled', seat: 0 }))).toBe(
      words.say('tell.double.you', { shout: words.say('shout.double') }),
    )
  })

  it('and nothing is said of what is not known, hidden, or seen anyway', () => {
    expect(heard(strange, event({ event: 'hidden' }), event({ event: 'readied', seat: 1 }))).toBe(
      '',
    )
  })
})

describe('the question of the moment', () => {
  const asked = (...change: Parameters<typeof viewing>) => question(words, viewing(...change))

  it('names the cards that may be played, where not all may', () => {
    expect(asked({})).toContain(words.cards(['RH', 'TH'], 'or'))
    const all = VIEW.hand.map((card) => ({ act: 'play', card }) as const)
    expect(asked({ legal: all })).toBe(words.say('ask.play'))
  })

  it('asks for an announcement, a bid, or a follow under a double', () => {
    const open = { phase: 'auction', standing: null, doubled_by: null } as const
    expect(asked(open)).toBe(words.say('ask.open'))
    expect(asked({ phase: 'auction', doubled_by: null })).toBe(
      words.say('ask.bid', { trump: words.trump('S') }),
    )
    expect(asked({ phase: 'auction' })).toBe(words.say('ask.follow', { trump: words.trump('S') }))
  })

  it('is none when it is not our turn, or we only watch', () => {
    expect([asked({ turn: 1 }), asked({}, { seat: null }), asked({ window: [0] })]).toEqual([
      '',
      '',
      '',
    ])
  })
})
