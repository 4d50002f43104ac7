// Events: written once, never changed, read strictly. See src/batarde/pad/events.py.

import {
  type DealCleared,
  type DealEntered,
  type DisputeSettled,
  type Entry,
  GROUP_EVENT,
  type GroupEvent,
  MAY,
  PAD_EVENT,
  type PadEvent,
  RANKS,
  type Role,
} from './protocol'
import { conform, type Shape } from './shape'

export type AnyEvent = PadEvent | GroupEvent
export type DealEvent = DealEntered | DealCleared | DisputeSettled

/** Returns the event of a pad in some JSON; throws a Misfit, whose code is `bad-event`. */
export const readEvent = (value: unknown): PadEvent => conform(PAD_EVENT, value)
/** Returns the event of a group in some JSON; throws a Misfit. */
export const readGroupEvent = (value: unknown): GroupEvent => conform(GROUP_EVENT, value)

export const deviceOf = (event: AnyEvent) => event.id.slice(0, 8)
export const nthOf = (event: AnyEvent) => Number(event.id.slice(9))

/** Whether a role may write an event (§7). */
export function may(role: Role, event: AnyEvent): boolean {
  const allowed: readonly string[] = MAY[role]
  return allowed.includes('*') || allowed.includes(event.event)
}

/** Less than 0 if the first of two numbers or texts comes first. */
const compare = <T extends number | string>(one: T, other: T) =>
  one < other ? -1 : one > other ? 1 : 0

/** The one order of events on every device: by clock, device, and its count. */
export const byAge = (one: AnyEvent, other: AnyEvent) =>
  one.clock - other.clock || compare(deviceOf(one), deviceOf(other)) || nthOf(one) - nthOf(other)

/** What decides between events that write the same thing: the role, then the age (§8.4). */
export const byWeight = (one: AnyEvent, other: AnyEvent) =>
  RANKS[one.role] - RANKS[other.role] || byAge(one, other)

/** What decides between leaves of a deal: the role, the depth, then the age. */
export const byLeafWeight = (one: DealEvent, other: DealEvent) =>
  RANKS[one.role] - RANKS[other.role] || one.depth - other.depth || byAge(one, other)

/** Returns the event that counts of those that write one register. */
export const greatest = <E extends AnyEvent>(events: readonly E[]): E | undefined =>
  events.reduce<E | undefined>(
    (most, one) => (most && byWeight(most, one) > 0 ? most : one),
    undefined,
  )

export const isDealEvent = (event: AnyEvent): event is DealEvent =>
  event.event === 'deal-entered' ||
  event.event === 'deal-cleared' ||
  event.event === 'dispute-settled'

/** What an event writes of its deal: an entry, or that there is none. */
export const contentOf = (event: DealEvent): Entry | null =>
  event.event === 'deal-cleared' ? null : event.entry

/** The events that an event of a deal takes the place of. */
export const replacedBy = (event: DealEvent): (string | null)[] =>
  [event.base, ...(event.event === 'dispute-settled' ? event.over : [])].filter(
    (id) => id !== event.id,
  )

/**
 * Returns events without repetition, oldest first. An id is taken once; should a device have made
 * two events of one id, everybody keeps the older, and of two as old the one whose text comes first.
 */
export function distinct<E extends AnyEvent>(events: Iterable<E>, shape: Shape): E[] {
  const kept = new Map<string, E>()
  for (const event of events) {
    const other = kept.get(event.id)
    if (other === undefined || comesFirst(event, other, shape)) kept.set(event.id, event)
  }
  return [...kept.values()].sort(byAge)
}

function comesFirst(event: AnyEvent, other: AnyEvent, shape: Shape): boolean {
  if (event === other) return false
  if (event.clock !== other.clock) return event.clock < other.clock
  const [one, two] = [event, other].map((each) => textOf(each, shape))
  return byBytes(one, two) < 0
}

const textOf = (event: AnyEvent, shape: Shape) =>
  new TextEncoder().encode(JSON.stringify(conform(shape, event)))

function byBytes(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, place) => byte !== other[place])
  if (at < 0) return one.length - other.length
  return at < other.length ? one[at] - other[at] : 1
}
