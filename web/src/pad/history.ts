// Every version of a deal, newest first, with what each changed; and where versions compete (§5).
// The twin of src/batarde/pad/history.py.

import { contentOf, type DealEvent, isDealEvent } from './events'
import { type Folded, sidesOf } from './fold'
import { isSameEntry, pointsOf } from './model'
import type { Change, Dispute, Entry, Note, PadEvent, Side, Version } from './protocol'

/** Returns all versions of a deal, newest first. */
export function history(folded: Folded, deal: number): Version[] {
  const versions = folded.log.filter(isDealEvent).filter((event) => event.deal === deal)
  const stands = folded.leaves[deal]?.[0]?.id
  const entries = new Map(versions.map((event) => [event.id, contentOf(event)]))
  return versions.reverse().map((event) => ({
    ...noteOf(folded, event),
    entry: contentOf(event),
    base: event.base,
    stands: event.id === stands,
    changes: changes(entries.get(event.base ?? '') ?? null, contentOf(event)),
  }))
}

/** Returns what happened beside the deals, newest first: names, dealer, links, the end. */
export const otherHistory = (folded: Folded): Note[] =>
  folded.log
    .filter((event) => !isDealEvent(event))
    .reverse()
    .map((event) => noteOf(folded, event))

/** Returns the deals in which a complete entry was replaced by another. */
export const corrected = (folded: Folded): number[] =>
  folded.leaves.flatMap((_, deal) => {
    const heard = history(folded, deal).filter((version) => version.ignored === null)
    const entries = new Map(heard.map((version) => [version.id, version.entry]))
    const isCorrected = heard.some((version) => {
      const before = entries.get(version.base ?? '') ?? null
      return pointsOf(before) !== null && !isSameEntry(before, version.entry)
    })
    return isCorrected ? [deal] : []
  })

/** Returns the disputed deals, each with the entries that compete, those alike once. */
export const disputes = (folded: Folded): Dispute[] =>
  folded.pad.disputed.map((deal) => ({ deal, sides: sidesOf(folded.leaves[deal]).map(sideOf) }))

const sideOf = (leaf: DealEvent): Side => ({
  id: leaf.id,
  at: leaf.at,
  role: leaf.role,
  by: leaf.by,
  entry: contentOf(leaf),
})

/** Returns what differs between two entries, in the order in which a deal is told. */
export function changes(before: Entry | null, after: Entry | null): Change[] {
  if (!before || !after) return []
  const plain = (...fields: Extract<Change['field'], keyof Entry>[]) =>
    fields
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ field, seat: null, before: before[field], after: after[field] }) as Change)
  return [
    ...plain('author', 'trump', 'pack'),
    ...bySeat('bid', before.bids, after.bids),
    ...plain('multiplier', 'doubled_by'),
    ...bySeat('tricks', before.tricks ?? [], after.tricks ?? []),
    ...plain('irregular', 'note'),
  ]
}

function bySeat(
  field: Change['field'],
  before: readonly (number | null)[],
  after: readonly (number | null)[],
): Change[] {
  const seats = Array.from({ length: Math.max(before.length, after.length) }, (_, seat) => seat)
  return seats
    .map((seat) => ({ field, seat, before: before[seat] ?? null, after: after[seat] ?? null }))
    .filter((change) => change.before !== change.after)
}

const noteOf = (folded: Folded, event: PadEvent): Note => ({
  id: event.id,
  event: event.event,
  at: event.at,
  role: event.role,
  by: event.by,
  ignored: folded.ignored.get(event.id) ?? null,
})
