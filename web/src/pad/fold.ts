// A pad is a fold of the *set* of its events: no order of arrival, no repetition matters (§8).
// The twin of src/batarde/pad/folding.py, which says how.

import {
  byLeafWeight,
  contentOf,
  type DealEvent,
  distinct,
  greatest,
  isDealEvent,
  replacedBy,
} from './events'
import { eventFault, openingFault, scheduleOf } from './faults'
import { isSameEntry, placesOf, pointsOf, sum } from './model'
import {
  PAD_EVENT,
  type Pad,
  type PadCode,
  type PadEvent,
  type PadOpened,
  type Player,
} from './protocol'

/** A pad with all that was found on the way to it. */
export interface Folded {
  readonly pad: Pad
  /** Every event once, oldest first. */
  readonly log: readonly PadEvent[]
  readonly ignored: ReadonlyMap<string, PadCode>
  /** By deal: what no other event replaces, the weightiest first. */
  readonly leaves: readonly (readonly DealEvent[])[]
}

/** Returns the pad that events tell, or null if none of them opens it. */
export const fold = (id: string, events: Iterable<PadEvent>): Pad | null =>
  foldLog(id, events)?.pad ?? null

/** Returns the pad that events tell, and how they do. */
export function foldLog(id: string, events: Iterable<PadEvent>): Folded | null {
  const log = distinct(events, PAD_EVENT)
  const opened = log.find((event) => event.event === 'pad-opened' && !openingFault(event))
  if (opened?.event !== 'pad-opened') return null
  const frame = { players: opened.players.length, deals: opened.deals }
  const faults = log.map((event) => [event.id, eventFault(event, frame)?.code] as const)
  const ignored = new Map(faults.filter((pair): pair is [string, PadCode] => !!pair[1]))
  const heard = log.filter((event) => !ignored.has(event.id))
  const deals = heard.filter(isDealEvent)
  const leaves = Array.from({ length: opened.deals }, (_, deal) =>
    leavesOf(deals.filter((event) => event.deal === deal)),
  )
  return { pad: padOf(id, opened, heard, leaves, ignored), log, ignored, leaves }
}

function leavesOf(versions: readonly DealEvent[]): DealEvent[] {
  const replaced = new Set(versions.flatMap(replacedBy))
  return versions.filter((event) => !replaced.has(event.id)).sort((a, b) => byLeafWeight(b, a))
}

function padOf(
  id: string,
  opened: PadOpened,
  heard: readonly PadEvent[],
  leaves: Folded['leaves'],
  ignored: Folded['ignored'],
): Pad {
  const dealer = greatest(heard.filter((event) => event.event === 'dealer-set'))
  const end = greatest(
    heard.filter((event) => event.event === 'game-ended' || event.event === 'game-reopened'),
  )
  const entries = leaves.map(([first]) => (first ? contentOf(first) : null))
  const points = entries.map(pointsOf)
  const totals = opened.players.map((_, seat) => sum(points.map((won) => won?.[seat] ?? 0)))
  return {
    id,
    started: opened.at,
    players: playersOf(opened, heard),
    seats: opened.seats,
    first_dealer: dealer?.seat ?? opened.first_dealer,
    drawn: dealer?.drawn ?? opened.drawn,
    schedule: scheduleOf(opened.players.length),
    deals: opened.deals,
    group: opened.group,
    words: opened.words,
    entries,
    ended: end?.event === 'game-ended' ? end.why : null,
    points,
    totals,
    places: placesOf(totals),
    disputed: leaves.flatMap((competing, deal) => (sidesOf(competing).length > 1 ? [deal] : [])),
    ignored: [...ignored].map(([event, code]) => ({ id: event, code })),
  }
}

function playersOf(opened: PadOpened, heard: readonly PadEvent[]): Player[] {
  const renamed = heard.filter((event) => event.event === 'player-renamed')
  return opened.players.map((player, seat) => {
    const last = greatest(renamed.filter((event) => event.seat === seat))
    return last ? { name: last.name, person: last.person } : player
  })
}

/** The leaves of a deal that differ, the weightiest of each content. */
export function sidesOf(leaves: readonly DealEvent[]): DealEvent[] {
  const sides: DealEvent[] = []
  for (const leaf of leaves)
    if (!sides.some((side) => isSameEntry(contentOf(side), contentOf(leaf)))) sides.push(leaf)
  return sides
}
