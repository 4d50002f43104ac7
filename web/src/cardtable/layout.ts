/**
 * The geometry of the table for 3 to 7 players, from 320 px to 4K: a pure function of the room.
 *
 * Three shapes: `tall` (phones upright, tablets), `low` (phones on their side) and `wide` (desktops).
 */
import { auctionLayout } from './auctionLayout'
import type { Layout, LayoutInput } from './frame'
import { frameOf } from './frame'
import { playLayout } from './playLayout'

/** The last few layouts: the next one can be made ahead, and then costs nothing when a card is played. */
const made = new Map<string, Layout>()
const KEPT = 24

export function layout(input: LayoutInput): Layout {
  const key = Object.values(input).join()
  let found = made.get(key)
  if (!found) {
    const frame = frameOf(input)
    found = shared(
      input.mode === 'auction' ? auctionLayout(input, frame) : playLayout(input, frame),
    )
    if (made.size >= KEPT) made.delete(made.keys().next().value as string)
    made.set(key, found)
  }
  return found
}

let last: Layout | null = null

/** The same boxes again where nothing has moved: what is drawn from them need not be looked at. */
function shared(found: Layout): Layout {
  const before = last
  last = found
  if (!before) return found
  const same = <T>(one: T, other: T | undefined) =>
    other !== undefined && JSON.stringify(one) === JSON.stringify(other) ? other : one
  found.seats = found.seats.map((seat, i) => same(seat, before.seats[i]))
  found.slots = found.slots.map((slot, i) => same(slot, before.slots[i]))
  found.bar = same(found.bar, before.bar)
  found.hint = same(found.hint, before.hint)
  found.medal = same(found.medal, before.medal)
  found.acts = same(found.acts, before.acts)
  return found
}

/** How wide the plate beside the menu may be: up to whatever stands in its line. */
export function plateRoom({ bar, seats, double }: Layout): number {
  const others = [...seats.slice(1), ...(double ? [double] : [])]
  const inLine = others.filter((box) => box.w > 0 && box.y < bar.h)
  return Math.min(bar.w, ...inLine.map((box) => box.x)) - 56
}
