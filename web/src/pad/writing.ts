// Events as a device writes them: with its id, the next clock, and what they replace (§5).
// The twin of src/batarde/pad/writing.py.

import { contentOf, type DealEvent, deviceOf, isDealEvent, nthOf } from './events'
import type { Folded } from './fold'
import {
  CLOCK_LIMIT,
  type DealCleared,
  type DealEntered,
  type DisputeSettled,
  type Entry,
  type PadEvent,
  type Pen,
} from './protocol'

type Stamp = Pick<PadEvent, 'id' | 'clock' | 'role' | 'by' | 'at'>
type Place = Pick<DealEvent, 'deal' | 'base' | 'depth'>

/** Returns the envelope of what a pen writes next. */
export function stamp(folded: Folded | null, pen: Pen, at: string): Stamp {
  const log = folded?.log ?? []
  const own = log.filter((event) => deviceOf(event) === pen.device).map(nthOf)
  const clock = 1 + Math.max(0, ...log.map((event) => event.clock))
  return {
    id: `${pen.device}:${1 + Math.max(-1, ...own)}`,
    clock: Math.min(clock, CLOCK_LIMIT),
    role: pen.role,
    by: pen.by,
    at,
  }
}

/** Returns the event that counts in a deal. */
export const standing = (folded: Folded, deal: number): DealEvent | undefined =>
  folded.leaves[deal][0]

function placeOf(folded: Folded, deal: number): Place {
  const base = standing(folded, deal)
  return base ? { deal, base: base.id, depth: base.depth + 1 } : { deal, base: null, depth: 0 }
}

/** Returns the event that writes or corrects a deal. */
export const enter = (
  folded: Folded,
  pen: Pen,
  at: string,
  deal: number,
  entry: Entry,
): DealEntered => ({
  event: 'deal-entered',
  ...stamp(folded, pen, at),
  ...placeOf(folded, deal),
  entry,
})

/** Returns the event that takes back all that is known of a deal. */
export const clear = (folded: Folded, pen: Pen, at: string, deal: number): DealCleared => ({
  event: 'deal-cleared',
  ...stamp(folded, pen, at),
  ...placeOf(folded, deal),
})

/** Returns the event that settles the dispute about a deal in favour of an entry. */
export const settle = (
  folded: Folded,
  pen: Pen,
  at: string,
  deal: number,
  entry: Entry,
): DisputeSettled => ({
  event: 'dispute-settled',
  ...stamp(folded, pen, at),
  ...placeOf(folded, deal),
  over: folded.leaves[deal].slice(1).map((leaf) => leaf.id),
  entry,
})

/**
 * Returns the event that gives a deal what stood before, or null if nothing ever did. It writes the
 * former entry, so that undoing it again gives back the entry that was undone.
 */
export function undo(
  folded: Folded,
  pen: Pen,
  at: string,
  deal: number,
): DealEntered | DealCleared | null {
  const last = standing(folded, deal)
  if (!last) return null
  const base = folded.log.find(
    (event): event is DealEvent =>
      isDealEvent(event) && event.id === last.base && event.deal === deal,
  )
  const former = base && !folded.ignored.has(base.id) ? contentOf(base) : null
  return former ? enter(folded, pen, at, deal, former) : clear(folded, pen, at, deal)
}
