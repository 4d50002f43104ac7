/**
 * Where the others sit and where the played cards lie.
 *
 * Clockwise from you: the left side from below, the top from the left, the right side from above.
 * Each played card lies next to its owner; the size is the largest that keeps every card free.
 */

import { RATIO } from './fan'
import type { Box } from './geometry'
import { centred, clamp, inside, touch } from './geometry'

type Side = 'me' | 'left' | 'top' | 'right'

/** How many sit on top, and on each side, for 3 to 7 players. */
const PLAN: Record<number, { top: number; side: number }> = {
  3: { top: 2, side: 0 },
  4: { top: 1, side: 1 },
  5: { top: 2, side: 1 },
  6: { top: 1, side: 2 },
  7: { top: 2, side: 2 },
}

export interface Chair {
  side: Side
  /** The place among those of this side, 0 first clockwise. */
  index: number
  of: number
}

/** The chairs clockwise, you first. */
export function chairs(players: number): Chair[] {
  const { top, side } = PLAN[players]
  const row = (name: Side, of: number) =>
    Array.from({ length: of }, (_, index) => ({ side: name, index, of }))
  return [
    { side: 'me', index: 0, of: 1 },
    ...row('left', side),
    ...row('top', top),
    ...row('right', side),
  ]
}

/** A played card: centre, width, and a little turn. */
export interface Slot {
  x: number
  y: number
  w: number
  rot: number
}

export const slotBox = (slot: Slot): Box => centred(slot.x, slot.y, slot.w, slot.w * RATIO)

export interface RingInput {
  players: number
  /** The room that the seats leave. */
  room: Box
  /** The largest card that may be used. */
  card: number
  medal: number
}

export interface Ring {
  slots: Slot[]
  medal: Box | null
}

const GAP = 5
/** Heights of the side cards, from above; the first that gives the largest cards is taken. */
const SIDES: Record<number, number[][]> = {
  0: [[]],
  1: [[0.5]],
  2: [
    [1 / 3, 2 / 3],
    [0.24, 0.76],
    [0.14, 0.86],
    [0, 1],
  ],
}

/** Lay out the trick with the largest cards that fit. */
export function ring(input: RingInput): Ring {
  for (const medal of input.medal ? [input.medal, 34, 0] : [0]) {
    const least = !medal ? 24 : medal === input.medal ? 46 : 40
    const found = largest(input, medal, least)
    if (found) return found
  }
  return attempt(input, 24, SIDES[PLAN[input.players].side][0], 0, 1.08, true) as Ring
}

const STRIDE = 6

/** Search in strides, then card by card: this runs whenever a card leaves the hand. */
function largest(input: RingInput, medal: number, least: number): Ring | null {
  for (let w = input.card; w > least - STRIDE; w -= STRIDE) {
    const coarse = fitting(input, Math.max(w, least), medal)
    if (!coarse) continue
    for (let finer = Math.min(w + STRIDE - 1, input.card); finer > w; finer--) {
      const found = fitting(input, finer, medal)
      if (found) return found
    }
    return coarse
  }
  return null
}

function fitting(input: RingInput, w: number, medal: number): Ring | null {
  for (const heights of SIDES[PLAN[input.players].side]) {
    for (const spread of [1.7, 1.08]) {
      const found = attempt(input, w, heights, medal, spread)
      if (found) return found
    }
  }
  return null
}

function attempt(
  input: RingInput,
  w: number,
  heights: number[],
  medal: number,
  spread: number,
  force = false,
): Ring | null {
  const room = trimmed(input.room, w * RATIO, input.players)
  const slots = chairs(input.players).map((chair) => slotOf(chair, room, w, heights, medal, spread))
  const boxes = slots.map(slotBox)
  const spot = medal ? medalBox(room, medal) : null
  if (spot) boxes.push(spot)
  const fits = boxes.every((box) => inside(box, input.room))
  const free = boxes.every((a, i) => boxes.every((b, j) => j <= i || !touch(a, b, GAP)))
  return force || (fits && free) ? { slots, medal: spot } : null
}

/** A high room is not used up: the cards keep together. */
function trimmed(room: Box, h: number, players: number): Box {
  const rows = 2 + PLAN[players].side
  const used = Math.min(room.h, h * (1 + 1.2 * (rows - 1)))
  return { ...room, y: room.y + (room.h - used) / 2, h: used }
}

function slotOf(
  chair: Chair,
  room: Box,
  w: number,
  heights: number[],
  medal: number,
  spread: number,
): Slot {
  const h = w * RATIO
  const cx = room.x + room.w / 2
  const at = (part: number) => room.y + h / 2 + (room.h - h) * part
  const reach = Math.min((room.w - w) / 2, Math.max(w * 1.72 + GAP, w / 2 + medal / 2 + GAP + 1))
  switch (chair.side) {
    case 'me':
      return { x: cx, y: at(1), w, rot: 0 }
    case 'top': {
      const apart = chair.of === 1 ? 0 : Math.min(room.w - w, w * spread + GAP)
      return {
        x: cx + (chair.index - (chair.of - 1) / 2) * apart,
        y: at(0),
        w,
        rot: chair.of === 1 ? 1 : chair.index * 3 - 1.5,
      }
    }
    case 'left':
      return { x: cx - reach, y: at(heights[chair.of - 1 - chair.index]), w, rot: -1.5 }
    case 'right':
      return { x: cx + reach, y: at(heights[chair.index]), w, rot: 1.5 }
  }
}

/** In the middle of the cards. */
function medalBox(room: Box, d: number): Box {
  return centred(room.x + room.w / 2, room.y + room.h / 2, d, d)
}

/** The heights of the seats of one side beside their cards, kept apart and inside. */
export function sideHeights(wanted: number[], h: number, from: number, to: number): number[] {
  const room = to - from
  const n = wanted.length
  const sorted = [...wanted].sort((a, b) => a - b)
  const places = sorted.map((y, i) =>
    clamp(
      y,
      from + h / 2 + i * Math.min(h, (room - h) / Math.max(1, n - 1)),
      to - h / 2 - (n - 1 - i) * h,
    ),
  )
  for (let i = 1; i < n; i++)
    places[i] = Math.max(places[i], Math.min(places[i - 1] + h, to - h / 2))
  return wanted.map((y) => places[sorted.indexOf(y)])
}
