/** Where each card is drawn, as CSS transforms: the render's only arithmetic. */
import type { Place } from './fan'
import { RATIO } from './fan'
import type { Layout } from './frame'
import { middle } from './geometry'
import type { Slot } from './ring'

/** Where a card was seen in the hand. */
export type Spot = Pick<Place, 'x' | 'y' | 'rot'>

const px = (value: number) => `${Math.round(value * 10) / 10}px`

/** A card of width `w` with its centre at x, y. */
function at(x: number, y: number, w: number, rot = 0, scale = 1, lift = 0): string {
  const move = `translate(${px(x - w / 2)},${px(y - (w * RATIO) / 2)}) rotate(${Math.round(rot * 100) / 100}deg)`
  return (
    move +
    (lift ? ` translateY(${px(-lift)})` : '') +
    (scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`)
  )
}

export const inHand = (found: Layout, place: Place, lift: number) =>
  at(place.x, found.hand.top + place.y, found.hand.w, place.rot, 1, lift)

export const inSlot = (slot: Slot) => at(slot.x, slot.y, slot.w, slot.rot)

/** From the trick back into the hand, drawn at the hand's size. */
export const fromSlot = (slot: Slot, w: number) => at(slot.x, slot.y, w, slot.rot, slot.w / w)

/** At a seat, small: where cards of others come from and where won tricks go. */
export function atSeat(found: Layout, chair: number, w: number): string {
  const { x, y } = middle(found.seats[chair] ?? found.bar)
  return at(x, y, w, 12, 0.18)
}

/** The centre of a card of the hand that is lifted along its own axis. */
export function raised(place: Place, lift: number): Spot {
  const turn = (place.rot * Math.PI) / 180
  return { x: place.x + Math.sin(turn) * lift, y: place.y - Math.cos(turn) * lift, rot: place.rot }
}

/** From the hand into the trick, drawn at the trick's size. */
export const fromHand = (found: Layout, place: Spot, w: number) =>
  at(place.x, found.hand.top + place.y, w, place.rot, found.hand.w / w)
