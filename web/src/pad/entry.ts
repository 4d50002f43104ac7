// Fast entry (§6): a deal in as few taps as can be. A pure state machine; the screen only draws it.
//
// The first figure tapped is the author's bid, then the pad moves on clockwise by itself. With the
// last bid the tricks follow: they start, pale, at the bids, so that only those who missed are
// tapped; when one row is left and the sum does not fit, that row is computed.

import { entryFault, type Setting } from './faults'
import { blankEntry, fullBids, nextToSpeak, pointsOf, sum } from './model'
import type { Entry, Pack, PadRefusal, Trump } from './protocol'

/** A deal in the making: plain data, so that it survives a reload. */
export interface Draft {
  /** All but the tricks, as it will be saved. */
  readonly entry: Entry
  /** By seat the tricks that were tapped; null where they still are what was bid. */
  readonly touched: readonly (number | null)[]
  readonly phase: 'bids' | 'tricks'
  /** The seat that the next figure of the keyboard belongs to. */
  readonly focus: number | null
  /** What the last tap was refused for, with the tap to repeat if it was played all the same. */
  readonly refused: {
    readonly refusal: PadRefusal
    readonly seat: number
    readonly bid: number
  } | null
}

/** Where a deal is entered: who plays with how many cards, who opens, and whether a keeper does. */
export type Desk = Setting & { readonly opener: number }

/** Returns a deal of which nothing is entered yet. */
export const begin = (desk: Desk): Draft => ({
  entry: blankEntry(desk.players),
  touched: Array(desk.players).fill(null),
  phase: 'bids',
  focus: desk.opener,
  refused: null,
})

/** Returns a deal that goes on from an entry, to complete or to correct it. */
export function resume(desk: Desk, entry: Entry): Draft {
  const phase = fullBids(entry) ? 'tricks' : 'bids'
  const focus = phase === 'bids' ? nextToSpeak(entry, desk.opener) : desk.opener
  const touched = entry.tricks ?? Array<null>(desk.players).fill(null)
  return { entry: { ...entry, tricks: null }, touched, phase, focus, refused: null }
}

// Taps

/** The trump, and with two packs the pack, in one tap. */
export function tapTrump(draft: Draft, trump: Trump, pack: Pack | null): Draft {
  return { ...draft, entry: { ...draft.entry, trump, pack }, refused: null }
}

/** A figure in somebody's row: their bid, or their tricks. */
export const tapFigure = (desk: Desk, draft: Draft, seat: number, figure: number): Draft =>
  draft.phase === 'bids' ? tapBid(desk, draft, seat, figure) : tapTricks(desk, draft, seat, figure)

function tapBid(desk: Desk, draft: Draft, seat: number, bid: number): Draft {
  const refusal = refuseBid(desk, draft, seat, bid)
  if (refusal) return { ...draft, refused: { refusal, seat, bid } }
  return withBid(desk, draft, seat, bid)
}

function withBid(desk: Desk, draft: Draft, seat: number, bid: number): Draft {
  const wasOpen = fullBids(draft.entry) === null
  const entry = bidEntry(draft.entry, seat, bid)
  const isClosed = wasOpen && fullBids(entry) !== null
  const focus = isClosed ? desk.opener : nextToSpeak(entry, desk.opener)
  return { ...draft, entry, phase: isClosed ? 'tricks' : 'bids', focus, refused: null }
}

/** The entry with a bid, the first of which is the author's; without one that breaks A6 it is regular. */
function bidEntry(entry: Entry, seat: number, bid: number): Entry {
  const bids = entry.bids.map((other, at) => (at === seat ? bid : other))
  return { ...entry, author: entry.author ?? seat, bids, irregular: false }
}

/** A second tap on the same figure takes it back to what was bid. */
function tapTricks(desk: Desk, draft: Draft, seat: number, figure: number): Draft {
  const touched = draft.touched.map((tricks, at) =>
    at !== seat ? tricks : tricks === figure ? null : figure,
  )
  return { ...draft, touched, focus: (seat + 1) % desk.players, refused: null }
}

/** The hand beside a name: somebody doubles, the author redoubles; a second tap takes it back. */
export function tapHand(draft: Draft, seat: number): Draft {
  const { author, multiplier, doubled_by } = draft.entry
  if (author === null) return draft
  if (seat === author) {
    if (multiplier === 1) return draft
    return withDouble(draft, multiplier === 4 ? 2 : 4, doubled_by)
  }
  return seat === doubled_by
    ? withDouble(draft, 1, null)
    : withDouble(draft, multiplier === 4 ? 4 : 2, seat)
}

const withDouble = (
  draft: Draft,
  multiplier: Entry['multiplier'],
  doubled_by: number | null,
): Draft => ({ ...draft, entry: { ...draft.entry, multiplier, doubled_by }, refused: null })

/** X on the keyboard: doubled, redoubled, neither; by whom is left open unless it is known. */
export function toggleDouble(draft: Draft): Draft {
  const { multiplier, doubled_by } = draft.entry
  if (multiplier === 4) return withDouble(draft, 1, null)
  return withDouble(draft, multiplier === 1 ? 2 : 4, doubled_by)
}

/** A long press on a name: it was they who set the trump, or nobody remembers. */
export function setAuthor(draft: Draft, author: number | null): Draft {
  const { doubled_by } = draft.entry
  const entry = { ...draft.entry, author, doubled_by: doubled_by === author ? null : doubled_by }
  return { ...draft, entry, refused: null }
}

export const setNote = (draft: Draft, note: string): Draft => ({
  ...draft,
  entry: { ...draft.entry, note },
})

/** The switch between bids and tricks, needed only to correct a bid. */
export const turnTo = (desk: Desk, draft: Draft, phase: Draft['phase']): Draft => ({
  ...draft,
  phase,
  focus: phase === 'bids' ? nextToSpeak(draft.entry, desk.opener) : desk.opener,
  refused: null,
})

/** "The deal was played all the same": the keeper confirms the bid that was just refused (§4). */
export function playedAllTheSame(desk: Desk, draft: Draft): Draft {
  if (draft.refused?.refusal.code !== 'forbidden-sum' || !desk.mayOverride) return draft
  const { seat, bid } = draft.refused
  const next = withBid(desk, draft, seat, bid)
  return { ...next, entry: { ...next.entry, irregular: true } }
}

// What the screen shows

/** Why a bid would be refused, or null: such a figure is struck, with its reason. */
export function refuseBid(desk: Desk, draft: Draft, seat: number, bid: number): PadRefusal | null {
  const fault = entryFault(bidEntry(draft.entry, seat, bid), desk)
  if (fault?.code === 'call-range' || fault?.code === 'call-too-weak') return fault
  return fault?.code === 'forbidden-sum' ? { ...fault, seat, number: bid } : null
}

/** Why a trump would be refused, or null. */
export function refuseTrump(desk: Desk, draft: Draft, trump: Trump): PadRefusal | null {
  const fault = entryFault({ ...draft.entry, trump, pack: null }, desk)
  return fault?.code === 'call-too-weak' ? fault : null
}

export interface Row {
  readonly tricks: number | null
  /** Tapped, assumed from the bid, or computed from the others. */
  readonly how: 'tapped' | 'pale' | 'computed'
}

/** The tricks of each seat as they would be saved. */
export function rowsOf(desk: Desk, draft: Draft): Row[] {
  const assumed = draft.touched.map((tricks, seat) => tricks ?? draft.entry.bids[seat])
  const untouched = draft.touched.indexOf(null)
  const isOneLeft = untouched >= 0 && untouched === draft.touched.lastIndexOf(null)
  const rest = desk.cards - sum(draft.touched.map((tricks) => tricks ?? 0))
  const isComputed = isOneLeft && rest >= 0 && rest !== assumed[untouched]
  return assumed.map((tricks, seat) => {
    if (draft.touched[seat] !== null) return { tricks, how: 'tapped' }
    return isComputed ? { tricks: rest, how: 'computed' } : { tricks, how: 'pale' }
  })
}

/** The entry as it would be saved now: with its tricks as soon as they add up. */
export function entryOf(desk: Desk, draft: Draft): Entry {
  const tricks = rowsOf(desk, draft).map((row) => row.tricks)
  const isWhole =
    draft.phase === 'tricks' &&
    !tricks.includes(null) &&
    sum(tricks as number[]) === desk.cards &&
    draft.entry.trump !== null
  return { ...draft.entry, tricks: isWhole ? (tricks as number[]) : null }
}

/** Whether the deal is complete and right, so that it can be saved as such. */
export function isReady(desk: Desk, draft: Draft): boolean {
  const entry = entryOf(desk, draft)
  return entry.tricks !== null && entryFault(entry, desk) === null
}

/** The points, shown before they are saved. */
export const preview = (desk: Desk, draft: Draft) => pointsOf(entryOf(desk, draft))

/** A key: figures (Shift adds ten), letters of trumps (Shift: the marked pack), X; else the same draft. */
export function press(desk: Desk, draft: Draft, key: string, shift = false): Draft {
  if (/^\d$/.test(key)) {
    const figure = Number(key) + (shift ? 10 : 0)
    const isPossible = draft.focus !== null && figure <= desk.cards
    return isPossible ? tapFigure(desk, draft, draft.focus as number, figure) : draft
  }
  const letter = key.toUpperCase()
  if (/^[ASHDCN]$/.test(letter))
    return tapTrump(draft, letter as Trump, desk.players < 5 ? null : shift ? 'marked' : 'simple')
  return letter === 'X' ? toggleDouble(draft) : draft
}
