/**
 * The hand: one fan, or two rows where a single row would leave less than a fingertip of each card.
 */
import { clamp } from './geometry'

export const RATIO = 1.5
/** The part of a card's width that its index takes: a strip never gets narrower than that. */
const INDEX = 0.245
export const FINGER = 44

export interface Place {
  /** Centre of the card. */
  x: number
  y: number
  rot: number
  z: number
  row: number
}

export interface FanInput {
  cards: number
  /** Middle and width of the room. */
  cx: number
  width: number
  /** The largest card that may be used. */
  card: number
  rows: 1 | 2
  /** The narrowest strip of a card that a finger may have to hit. */
  strip: number
}

export interface Fan {
  /** Width of a card. */
  w: number
  /** Height from the top of the highest card to the bottom of the lowest. */
  height: number
  /** Of the back row, what the front row leaves to see. */
  reveal: number
  rows: number
  places: Place[]
}

const widthFor = (count: number, room: number, strip: number, rot: number) =>
  (room - (count - 1) * strip) / (1 + 2 * overhang(rot))

/** How far the corners of the outer cards stick out, as a part of the card's width. */
const overhang = (rot: number) => Math.sin((rot * Math.PI) / 180) * RATIO * 0.9

/** Lay out a hand; `y` counts from the top of the fan. */
export function fan(input: FanInput): Fan {
  const { cards, card, width } = input
  if (cards === 0) return { w: card, height: 0, reveal: 0, rows: 1, places: [] }
  const single = widthFor(cards, width, input.strip, 5)
  if (input.rows === 1 || single >= card * 0.8) {
    const least = widthFor(1, width, 0, 5) / (1 + INDEX * (cards - 1))
    return oneRow(input, clamp(Math.max(single, Math.min(least, card * 0.8)), 20, card))
  }
  const half = Math.ceil(cards / 2)
  // Two rows are high: smaller cards leave more room for the trick.
  return twoRows(input, half, clamp(widthFor(half, width, input.strip, 2), 40, card * 0.86))
}

function oneRow(input: FanInput, w: number): Fan {
  const places = row(input, input.cards, w, 5, 0, 0, 0)
  return { w, height: w * RATIO, reveal: 0, rows: 1, places }
}

function twoRows(input: FanInput, half: number, w: number): Fan {
  const reveal = Math.max(FINGER, w * RATIO * 0.5)
  const back = row(input, half, w, 2, 0, 0, 0)
  const front = row(input, input.cards - half, w, 2, reveal, half, 1)
  return { w, height: w * RATIO + reveal, reveal, rows: 2, places: [...back, ...front] }
}

function row(
  input: FanInput,
  n: number,
  w: number,
  outer: number,
  top: number,
  z: number,
  at: number,
): Place[] {
  const room = input.width - w * (1 + 2 * overhang(outer))
  const step = n > 1 ? Math.min(Math.max(w * 0.66, FINGER + 2), room / (n - 1)) : 0
  const places: Place[] = []
  for (let i = 0; i < n; i++) {
    const k = n > 1 ? (i / (n - 1) - 0.5) * 2 : 0
    const x = input.cx + (i - (n - 1) / 2) * step
    places.push({
      x,
      y: top + (w * RATIO) / 2 + k * k * w * 0.06,
      rot: k * outer,
      z: z + i,
      row: at,
    })
  }
  return places
}
