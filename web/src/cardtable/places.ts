/** Where each card is drawn, as CSS transforms: the render's only arithmetic. */
import type { Place } from './fan'
import { RATIO } from './fan'
import { middle } from './geometry'
import type { Layout } from './layout'
import type { Slot } from './ring'

const px = (value: number) => `${Math.round(value * 10) / 10}px`

/** A card of width `w` with its centre at x, y. */
export function at(x: number, y: number, w: number, rot = 0, scale = 1, lift = 0): string {
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

/** At a seat, small: where cards of others come from and where won tricks go. */
export function atSeat(found: Layout, chair: number, w: number): string {
  const { x, y } = middle(found.seats[chair] ?? found.bar)
  return at(x, y, w, 12, 0.18)
}

/** From the hand into the trick, drawn at the trick's size. */
export const fromHand = (found: Layout, place: Place, w: number) =>
  at(place.x, found.hand.top + place.y, w, place.rot, found.hand.w / w)
