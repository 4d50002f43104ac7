/** What a layout is made for, and what it is made of: the room, its shape, and the boxes in it. */
import type { Fan } from './fan'
import type { Box } from './geometry'
import { clamp } from './geometry'
import type { Slot } from './ring'

export type Shape = 'tall' | 'low' | 'wide'
/** In play the ring of cards needs the room; in the auction the bubbles, the double and a sheet do. */
export type Mode = 'play' | 'auction'
/** An `edge` is a row at the side of a phone that lies on its own. */
export type SeatKind = 'row' | 'edge' | 'column' | 'cell' | 'mini'

export interface SeatBox extends Box {
  kind: SeatKind
  avatar: number
}

export interface LayoutInput {
  width: number
  height: number
  players: number
  cards: number
  mode: Mode
  /** Height of the sheet as drawn, 0 without one. */
  sheet: number
}

export interface Layout {
  shape: Shape
  bar: Box
  /** Seats clockwise; the first is your own plate. */
  seats: SeatBox[]
  slots: Slot[]
  medal: Box | null
  hand: Fan & { top: number; raise: number; room: Box }
  hint: Box
  /** The small buttons beside your plate; null where the menu has them. */
  acts: Box | null
  double: (Box & { form: 'round' | 'bar' }) | null
  sheet: Box
}

export function shapeOf(width: number, height: number): Shape {
  if (width >= 860 && height >= 600 && width > height) return 'wide'
  return height < 540 && width > height * 1.15 ? 'low' : 'tall'
}

/** On large screens everything is drawn larger: the layout is made for the smaller room. */
export function zoomOf(width: number, height: number): number {
  const shape = shapeOf(width, height)
  if (shape === 'low') return 1
  return shape === 'wide'
    ? clamp(Math.min(width / 1280, height / 800), 1, 3)
    : clamp(Math.min(width / 560, height / 820), 1, 3)
}

/** The room, measured. */
export interface Frame {
  shape: Shape
  width: number
  height: number
  scale: number
  compact: boolean
  bar: number
}

export function frameOf({ width, height }: LayoutInput): Frame {
  const shape = shapeOf(width, height)
  const scale = shape === 'tall' ? clamp(Math.min(width / 390, height / 780), 0.8, 1.5) : 1
  return {
    shape,
    width,
    height,
    scale,
    compact: shape === 'tall' && height < 740,
    bar: { tall: 56, low: 48, wide: 68 }[shape],
  }
}
