// Fast entry: taps, counted (§6), and what is struck, pale or computed.

import { describe, expect, it } from 'vitest'
import {
  begin,
  type Desk,
  type Draft,
  entryOf,
  isReady,
  playedAllTheSame,
  press,
  preview,
  refuseBid,
  refuseTrump,
  resume,
  rowsOf,
  setAuthor,
  setNote,
  tapFigure,
  tapHand,
  tapTrump,
  toggleDouble,
  turnTo,
} from '../../src/pad/entry'
import { entryFault, scheduleOf } from '../../src/pad/faults'
import { nextToSpeak, sum } from '../../src/pad/model'
import type { Entry } from '../../src/pad/protocol'

const DESK: Desk = { players: 4, cards: 5, opener: 0, mayOverride: true }

const bidAll = (draft: Draft, ...bids: [seat: number, bid: number][]) =>
  bids.reduce((now, [seat, bid]) => tapFigure(DESK, now, seat, bid), draft)
/** E4: hearts, Ana sets the trump, Chi doubles. */
const BID = bidAll(tapTrump(begin(DESK), 'H', null), [0, 2], [1, 2], [2, 0], [3, 3])

/** Numbers by lot, the same for the same seed. */
function dice(seed: number) {
  let state = seed * 2654435761 + 1
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A deal that was played, drawn by lot. */
function drawnEntry(below: (most: number) => number, desk: Desk): Entry {
  const { players, cards } = desk
  const author = below(players)
  const bids = Array.from({ length: players }, () => below(Math.ceil((2 * cards) / players) + 1))
  if (sum(bids) === cards) bids[(author - 1 + players) % players] += 1
  if (bids[author] === 0) bids[author] = 1
  if (sum(bids) === cards) bids[(author + 1) % players] += 1
  const tricks = Array(players).fill(0)
  for (let left = cards; left > 0; left--) tricks[below(players)] += 1
  const isDoubled = below(2) === 1
  return {
    author,
    trump: 'S',
    pack: players < 5 ? null : 'marked',
    bids,
    multiplier: isDoubled ? 2 : 1,
    doubled_by: isDoubled ? (author + 1 + below(players - 1)) % players : null,
    tricks,
    irregular: false,
    note: '',
  }
}

/** Enters a deal as a keeper would, and counts the taps, with the one that saves it. */
function enterByTaps(desk: Desk, wanted: Entry): { draft: Draft; taps: number } {
  let draft = tapTrump(begin(desk), wanted.trump!, wanted.pack)
  let taps = 1
  for (let seat: number | null = wanted.author; seat !== null; ) {
    draft = tapFigure(desk, draft, seat, wanted.bids[seat]!)
    taps += 1
    expect(draft.refused).toBeNull()
    seat = nextToSpeak(draft.entry, desk.opener)
  }
  expect(draft.phase).toBe('tricks')
  if (wanted.doubled_by !== null) {
    draft = tapHand(draft, wanted.doubled_by)
    taps += 1
  }
  if (wanted.multiplier === 4) {
    draft = tapHand(draft, wanted.author!)
    taps += 1
  }
  for (const [seat, tricks] of wanted.tricks!.entries()) {
    if (rowsOf(desk, draft)[seat].tricks === tricks) continue
    draft = tapFigure(desk, draft, seat, tricks)
    taps += 1
  }
  return { draft, taps: taps + 1 }
}

describe('taps', () => {
  it('E4 takes 9', () => {
    const wanted: Entry = { ...entryOf(DESK, BID), tricks: [1, 2, 1, 1] }
    const { draft, taps } = enterByTaps(DESK, wanted)
    expect(taps).toBe(9)
    expect(entryOf(DESK, draft)).toEqual(wanted)
  })

  it.each([3, 4, 5, 6, 7])('of %i players: at most 2n + 2 for every deal of 200', (players) => {
    const below = dice(players)
    for (let n = 0; n < 200; n++) {
      const cards = scheduleOf(players)[below(scheduleOf(players).length)]
      const desk = { players, cards, opener: below(players), mayOverride: true }
      const wanted = drawnEntry(below, desk)
      const { draft, taps } = enterByTaps(desk, wanted)
      expect(taps).toBeLessThanOrEqual(2 * players + 2)
      expect(isReady(desk, draft)).toBe(true)
      expect(entryOf(desk, draft)).toEqual(wanted)
      expect(entryFault(entryOf(desk, draft), desk)).toBeNull()
    }
  })
})

describe('bids', () => {
  it('the first figure is the author’s, then the pad moves on clockwise', () => {
    const first = tapFigure(DESK, begin(DESK), 2, 3)
    expect(first.entry.author).toBe(2)
    expect(first.focus).toBe(3)
    expect(tapFigure(DESK, first, 3, 0).focus).toBe(0)
  })

  it('the last speaker’s forbidden figure is struck, and a tap on it says why', () => {
    const open = bidAll(begin(DESK), [0, 2], [1, 2], [2, 0])
    const struck = Array.from({ length: 6 }, (_, bid) => refuseBid(DESK, open, 3, bid))
    expect(struck.map((refusal) => refusal?.code)).toEqual([
      undefined,
      'forbidden-sum',
      ...Array(4).fill(undefined),
    ])
    const refused = tapFigure(DESK, open, 3, 1)
    expect(refused.entry).toBe(open.entry)
    expect(refused.refused?.refusal).toMatchObject({ seat: 3, number: 1, total: 5 })
    expect(tapFigure(DESK, refused, 3, 2).refused).toBeNull()
  })

  it('a keeper may say that it was played all the same, a helper may not', () => {
    const refused = tapFigure(DESK, bidAll(begin(DESK), [0, 2], [1, 2], [2, 0]), 3, 1)
    const kept = playedAllTheSame(DESK, refused)
    expect(kept.entry).toMatchObject({ bids: [2, 2, 0, 1], irregular: true })
    expect(kept.phase).toBe('tricks')
    expect(playedAllTheSame({ ...DESK, mayOverride: false }, refused)).toBe(refused)
    expect(playedAllTheSame(DESK, BID)).toBe(BID)
  })

  it('a bid that is corrected must not make the sum either', () => {
    const back = turnTo(DESK, BID, 'bids')
    expect(refuseBid(DESK, back, 1, 0)).toMatchObject({ code: 'forbidden-sum', seat: 1, number: 0 })
    const corrected = tapFigure(DESK, back, 1, 3)
    expect(corrected.entry.bids).toEqual([2, 3, 0, 3])
    expect(corrected.phase).toBe('bids')
    expect(turnTo(DESK, corrected, 'tricks').phase).toBe('tricks')
  })

  it('a bid that is corrected makes an irregular deal regular', () => {
    const refused = tapFigure(DESK, bidAll(begin(DESK), [0, 2], [1, 2], [2, 0]), 3, 1)
    const back = turnTo(DESK, playedAllTheSame(DESK, refused), 'bids')
    expect(tapFigure(DESK, back, 1, 3).entry.irregular).toBe(false)
  })

  it('0 no trumps is the opener’s alone', () => {
    const none = tapTrump(begin(DESK), 'N', null)
    expect(refuseBid(DESK, none, 1, 0)?.code).toBe('call-too-weak')
    expect(refuseBid(DESK, none, 0, 0)).toBeNull()
    const zero = tapFigure(DESK, begin(DESK), 1, 0)
    expect(refuseTrump(DESK, zero, 'N')?.code).toBe('call-too-weak')
    expect(refuseTrump(DESK, zero, 'C')).toBeNull()
  })

  it('the author can be corrected or forgotten', () => {
    const doubled = tapHand(BID, 2)
    expect(setAuthor(doubled, 2).entry).toMatchObject({ author: 2, doubled_by: null })
    expect(setAuthor(doubled, null).entry).toMatchObject({ author: null, doubled_by: 2 })
  })
})

describe('doubles', () => {
  it('the hand beside a name doubles, the author’s redoubles, again takes it back', () => {
    const doubled = tapHand(BID, 2)
    expect(doubled.entry).toMatchObject({ multiplier: 2, doubled_by: 2 })
    expect(tapHand(doubled, 1).entry).toMatchObject({ multiplier: 2, doubled_by: 1 })
    const redoubled = tapHand(doubled, 0)
    expect(redoubled.entry.multiplier).toBe(4)
    expect(tapHand(redoubled, 0).entry.multiplier).toBe(2)
    expect(tapHand(redoubled, 2).entry).toMatchObject({ multiplier: 1, doubled_by: null })
  })

  it('nothing is doubled before there is an author, nor by the author', () => {
    expect(tapHand(begin(DESK), 1)).toEqual(begin(DESK))
    expect(tapHand(BID, 0)).toBe(BID)
  })

  it('X on the keyboard goes round', () => {
    const two = toggleDouble(BID)
    const four = toggleDouble(two)
    const multipliers = [BID, two, four, toggleDouble(four)].map(({ entry }) => entry.multiplier)
    expect(multipliers).toEqual([1, 2, 4, 1])
  })
})

describe('tricks', () => {
  it('start, pale, at the bids', () => {
    expect(rowsOf(DESK, BID).map((row) => row.tricks)).toEqual([2, 2, 0, 3])
    expect(rowsOf(DESK, BID).every((row) => row.how === 'pale')).toBe(true)
    expect(isReady(DESK, BID)).toBe(false)
    expect(entryOf(DESK, BID).tricks).toBeNull()
  })

  it('the one row left is computed when the sum does not fit', () => {
    const three = bidAll(BID, [0, 1], [2, 1], [3, 1])
    expect(rowsOf(DESK, three)[1]).toEqual({ tricks: 2, how: 'pale' })
    const other = bidAll(BID, [0, 0], [2, 1], [3, 1])
    expect(rowsOf(DESK, other)[1]).toEqual({ tricks: 3, how: 'computed' })
    expect(isReady(DESK, other)).toBe(true)
    expect(preview(DESK, other)).toEqual([2, 1, 1, 2])
  })

  it('no row is computed below 0', () => {
    const many = bidAll(BID, [0, 5], [2, 1], [3, 1])
    expect(rowsOf(DESK, many)[1]).toEqual({ tricks: 2, how: 'pale' })
    expect(isReady(DESK, many)).toBe(false)
  })

  it('a second tap takes a figure back', () => {
    expect(tapFigure(DESK, tapFigure(DESK, BID, 0, 1), 0, 1).touched).toEqual(Array(4).fill(null))
  })

  it('nothing is ready without a trump', () => {
    const draft = bidAll(begin(DESK), [0, 2], [1, 2], [2, 0], [3, 3], [0, 1], [2, 1], [3, 1])
    expect(isReady(DESK, draft)).toBe(false)
    expect(isReady(DESK, tapTrump(draft, 'H', null))).toBe(true)
  })
})

describe('going on', () => {
  it('a saved deal is resumed where it stood', () => {
    const wanted: Entry = { ...entryOf(DESK, BID), tricks: [1, 2, 1, 1] }
    expect(entryOf(DESK, resume(DESK, wanted))).toEqual(wanted)
    expect(resume(DESK, entryOf(DESK, BID)).phase).toBe('tricks')
    const open = entryOf(DESK, bidAll(begin(DESK), [2, 1], [3, 0]))
    expect(resume(DESK, open)).toMatchObject({ phase: 'bids', focus: 0 })
  })

  it('a draft survives as JSON', () => {
    const draft = setNote(tapHand(BID, 2), 'late')
    expect(JSON.parse(JSON.stringify(draft))).toEqual(draft)
  })

  it('is typed as fast: letters, figures, X', () => {
    const keys = ['h', '2', '2', '0', '3', 'x', '1', '2', '1', '1']
    const draft = keys.reduce((now, key) => press(DESK, now, key), begin(DESK))
    expect(isReady(DESK, draft)).toBe(true)
    expect(preview(DESK, draft)).toEqual([2, 0, 2, 4])
    expect(press(DESK, draft, 'Tab')).toBe(draft)
  })

  it('Shift reaches figures from 10 on and the marked pack', () => {
    const desk = { ...DESK, players: 5, cards: 14 }
    const draft = press(desk, press(desk, begin(desk), 'S', true), '2', true)
    expect(draft.entry).toMatchObject({ trump: 'S', pack: 'marked', author: 0 })
    expect(draft.entry.bids[0]).toBe(12)
    expect(press(desk, draft, '9', true)).toBe(draft)
  })
})
