/**
 * The geometry of the table for 3 to 7 players, from 320 px to 4K: a pure function of the room.
 *
 * Three shapes: `tall` (phones upright, tablets), `low` (phones on their side) and `wide` (desktops).
 */
import type { Fan } from './fan'
import { FINGER, fan, RATIO } from './fan'
import type { Box } from './geometry'
import { clamp } from './geometry'
import type { Chair, Slot } from './ring'
import { chairs, ring, sideHeights } from './ring'

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

interface Frame {
  shape: Shape
  width: number
  height: number
  scale: number
  compact: boolean
  bar: number
}

/** The last few layouts: the next one can be made ahead, and then costs nothing when a card is played. */
const made = new Map<string, Layout>()
const KEPT = 24

export function layout(input: LayoutInput): Layout {
  const key = Object.values(input).join()
  let found = made.get(key)
  if (!found) {
    const frame = frameOf(input)
    found = shared(input.mode === 'auction' ? auction(input, frame) : play(input, frame))
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

function frameOf({ width, height }: LayoutInput): Frame {
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

// ---------------------------------------------------------------- play

function play(input: LayoutInput, frame: Frame): Layout {
  const { width, height, shape, compact } = frame
  const hand = handInPlay(input, frame)
  const above = hand.top - hand.raise - 6
  const plate = myPlate(frame, above)
  const hint = hintBox(frame, plate, above)
  const floor = shape === 'tall' ? plate.y - 6 : above - (shape === 'wide' ? 44 : 0)
  const zone: Box = { x: 0, y: frame.bar, w: width, h: floor - frame.bar }
  const others = around(
    input.players,
    frame,
    zone,
    shape === 'tall' ? zone.y + zone.h : plate.y - 4,
  )
  const { slots, medal } = ring({
    players: input.players,
    room: others.room,
    card: trickCard(frame),
    medal: shape === 'low' ? 0 : 50 * frame.scale,
  })
  const seats = [plate, ...settle(input.players, others, slots)]
  const acts = shape === 'tall' && compact ? null : actsBox(frame, plate)
  return {
    shape,
    bar: { x: 0, y: 0, w: shape === 'low' ? lowBar(width) : width, h: frame.bar },
    seats,
    slots,
    medal,
    hand,
    hint,
    acts,
    double: null,
    sheet: { x: 0, y: height, w: width, h: 0 },
  }
}

function trickCard(frame: Frame): number {
  return Math.round({ tall: 104 * frame.scale, low: 84, wide: 128 }[frame.shape])
}

function handInPlay(input: LayoutInput, frame: Frame): Layout['hand'] {
  const { width, height, shape, compact, scale } = frame
  const card = { tall: compact ? 84 : 108 * Math.min(1.35, scale), low: 84, wide: 116 }[shape]
  const room = Math.min(width - 8, shape === 'tall' ? 760 : 980)
  const found = fan({
    cards: input.cards,
    cx: width / 2,
    width: room,
    card,
    rows: shape === 'tall' ? 2 : 1,
    strip: FINGER,
  })
  const h = found.w * RATIO
  const cut = shape === 'wide' ? -14 : shape === 'low' ? h * 0.36 : compact ? h * 0.26 : -8
  const top = height - found.height + (input.cards ? cut : 0) - found.w * 0.06
  const raise = { tall: compact ? 16 : 22, low: 14, wide: 26 }[shape]
  return { ...found, top, raise, room: { x: 0, y: top, w: width, h: height - top } }
}

/** On its side a phone has no height to spare: bar and hint share one line. */
const lowBar = (width: number) => Math.round(width * 0.58)

function myPlate(frame: Frame, above: number): SeatBox {
  const { shape, compact, width } = frame
  const h = shape === 'low' ? 46 : compact ? 50 : 56
  const w = shape === 'tall' ? clamp(width * 0.5, 156, 220) : shape === 'low' ? 168 : 200
  const y = shape === 'tall' && !compact ? above - 42 - h : above - h
  return { x: 8, y, w, h, kind: 'row', avatar: h - 14 }
}

function actsBox(frame: Frame, plate: Box): Box {
  const w = FINGER * 2 + 8
  return { x: frame.width - 8 - w, y: plate.y + (plate.h - FINGER) / 2, w, h: FINGER }
}

function hintBox(frame: Frame, plate: Box, above: number): Box {
  const { shape, compact, width } = frame
  if (shape === 'tall' && compact) {
    const x = plate.x + plate.w + 8
    return { x, y: plate.y + (plate.h - 36) / 2, w: width - x - 8, h: 36 }
  }
  if (shape === 'low') {
    const x = lowBar(width) + 4
    return { x, y: 6, w: width - x - 8, h: 36 }
  }
  const w = shape === 'wide' ? Math.min(width - 460, 520) : width - 16
  return { x: (width - w) / 2, y: above - 38, w, h: 36 }
}

interface Others {
  room: Box
  /** A box for every other chair; the height of side chairs is settled with their cards. */
  boxes: SeatBox[]
  /** The side chairs have the height between these two. */
  sidesFrom: number
  floor: number
}

function around(players: number, frame: Frame, zone: Box, floor: number): Others {
  const { shape, width, scale } = frame
  const low = zone.h < 400 && shape === 'tall'
  const list = chairs(players).slice(1)
  const onTop = list.filter((chair) => chair.side === 'top').length
  const onSides = list.some((chair) => chair.side === 'left')
  const rowH = shape === 'low' ? 46 : shape === 'wide' ? 68 : low ? 50 : 58 * Math.min(1.25, scale)
  const rowW = Math.min({ tall: 170, low: 130, wide: 200 }[shape], (width - 16) / onTop - 6)
  const column = columnSize(frame, low)
  const boxes = list.map((chair): SeatBox => {
    if (chair.side !== 'top') {
      const x = chair.side === 'left' ? column.margin : width - column.margin - column.w
      return { x, y: 0, w: column.w, h: column.h, kind: column.kind, avatar: column.avatar }
    }
    const apart = Math.min(width / onTop, rowW + { tall: 40 * scale, low: 8, wide: 90 }[shape])
    const cx = width / 2 + (chair.index - (onTop - 1) / 2) * apart
    return { x: cx - rowW / 2, y: zone.y, w: rowW, h: rowH, kind: 'row', avatar: rowH - 10 }
  })
  const edge = shape === 'wide' ? 214 : onSides ? column.w + column.margin + 5 : 6
  const top = zone.y + rowH + 8
  return {
    room: { x: edge, y: top, w: width - 2 * edge, h: zone.y + zone.h - top },
    boxes,
    sidesFrom: shape === 'low' ? zone.y : top,
    floor,
  }
}

function columnSize(
  frame: Frame,
  low: boolean,
): Box & { kind: SeatKind; avatar: number; margin: number } {
  const { shape, width, scale } = frame
  const base = { x: 0, y: 0 }
  if (shape === 'low')
    return { ...base, w: clamp(width * 0.17, 104, 150), h: 46, kind: 'edge', avatar: 36, margin: 9 }
  if (shape === 'wide') return { ...base, w: 124, h: 128, kind: 'column', avatar: 62, margin: 24 }
  const avatar = low ? 38 : 48 * scale
  return {
    ...base,
    w: clamp(width * 0.19, 62, 110),
    h: avatar + 52,
    kind: 'column',
    avatar,
    margin: 2,
  }
}

function settle(players: number, others: Others, slots: Slot[]): SeatBox[] {
  const list = chairs(players).slice(1)
  const boxes = others.boxes.map((box) => ({ ...box }))
  for (const side of ['left', 'right'] as const) {
    const mine = list
      .map((chair, i) => ({ chair, i }))
      .filter(({ chair }: { chair: Chair }) => chair.side === side)
    if (!mine.length) continue
    const h = boxes[mine[0].i].h
    const wanted = mine.map(({ i }) => slots[i + 1].y)
    const heights = sideHeights(wanted, h + 4, others.sidesFrom, others.floor)
    mine.forEach(({ i }, n) => {
      boxes[i].y = heights[n] - h / 2
    })
  }
  return boxes
}

// ---------------------------------------------------------------- auction

function auction(input: LayoutInput, frame: Frame): Layout {
  const { width, height, shape } = frame
  const sheetW =
    shape === 'low'
      ? Math.min(430, width * 0.52)
      : shape === 'wide'
        ? Math.min(580, width - 330)
        : Math.min(width, 620)
  const besides = shape === 'low' && input.sheet > 0
  const area = besides ? width - sheetW : width
  const hand = handBelow(input, frame, area)
  const sheet: Box = besides
    ? { x: area, y: 0, w: sheetW, h: height }
    : { x: (width - sheetW) / 2, y: hand.top - input.sheet - 6, w: sheetW, h: input.sheet }
  const floor = (besides || !input.sheet ? hand.top - hand.raise : sheet.y) - 6
  const zone: Box = { x: 0, y: frame.bar, w: area, h: floor - frame.bar }
  const beside = shape === 'wide'
  const found = beside ? bidWide(input, frame, zone, sheet) : bidTall(input, frame, zone)
  return {
    shape,
    bar: { x: 0, y: 0, w: area, h: frame.bar },
    seats: [{ x: 8, y: hand.top - 46, w: 0, h: 0, kind: 'mini', avatar: 0 }, ...found.seats],
    slots: [],
    medal: null,
    hand,
    hint: { x: 8, y: floor, w: area - 16, h: 0 },
    acts: null,
    double: found.double,
    sheet,
  }
}

function handBelow(input: LayoutInput, frame: Frame, area: number): Layout['hand'] {
  const { height, shape, compact, scale } = frame
  const card = { tall: compact ? 84 : 104 * Math.min(1.3, scale), low: 76, wide: 112 }[shape]
  const room = Math.min(area - 8, shape === 'wide' ? 760 : 640)
  const found = fan({
    cards: input.cards,
    cx: area / 2,
    width: room,
    card,
    rows: 1,
    strip: FINGER * 0.6,
  })
  const seen =
    shape === 'wide'
      ? found.w * RATIO + 14
      : found.w * (compact ? 0.82 : shape === 'low' ? 0.95 : 1.12)
  const top = input.cards ? height - seen - found.w * 0.06 : height - 8
  return { ...found, top, raise: 0, room: { x: 0, y: top, w: area, h: height - top } }
}

interface Bidders {
  seats: SeatBox[]
  double: Layout['double']
}

/** Everybody above the sheet: two rows with the double between, or one row and a bar where it is tight. */
function bidTall(input: LayoutInput, frame: Frame, zone: Box): Bidders {
  const others = input.players - 1
  const roomy = zone.h >= 2 * (52 + 62) + 20
  const avatar = roomy ? Math.min(64, 52 * frame.scale) : 40
  const h = avatar + 58
  const pair = others >= 3
  const top = pair ? others - 2 : others
  const cellW = Math.min(150, (zone.w - 12) / top)
  if (zone.h < 2 * h + 12 || cellW < 70) return bidStrip(others, zone)
  const slack = zone.h - 2 * h - 12
  const first = zone.y + 4 + Math.min(slack * 0.2, 30)
  const second = first + h + 8 + Math.min(slack * 0.5, 90)
  const apart = Math.min(zone.w / top, cellW + 40)
  const sideW = Math.min(cellW, 110, (zone.w - 100) / 2)
  const cell = (cx: number, y: number, w = cellW): SeatBox => ({
    x: cx - w / 2,
    y,
    w,
    h,
    kind: 'cell',
    avatar,
  })
  const seats: SeatBox[] = []
  for (let i = 0; i < others; i++) {
    if (pair && i === 0) seats.push(cell(Math.max(sideW / 2, zone.w * 0.14), second, sideW))
    else if (pair && i === others - 1)
      seats.push(cell(Math.min(zone.w - sideW / 2, zone.w * 0.86), second, sideW))
    else seats.push(cell(zone.w / 2 + (i - (pair ? 1 : 0) - (top - 1) / 2) * apart, first))
  }
  const left = pair ? Math.max(sideW, zone.w * 0.14 + sideW / 2) : 0
  const room = Math.min(zone.w - 2 * left - 12, zone.y + zone.h - second, 140)
  const d = clamp(room, 76, 140)
  const cy = second + Math.min(h, zone.y + zone.h - second) / 2
  return {
    seats,
    double: {
      x: zone.w / 2 - d / 2,
      y: clamp(cy - d / 2, second, zone.y + zone.h - d),
      w: d,
      h: d,
      form: 'round',
    },
  }
}

function bidStrip(others: number, zone: Box): Bidders {
  const cellW = (zone.w - 8) / others
  const mini = cellW < 84 || zone.h < 150
  const avatar = mini ? 32 : 40
  const h = avatar + (mini ? 44 : 56)
  const bar = FINGER + 4
  const seats = Array.from(
    { length: others },
    (_, i): SeatBox => ({
      x: 4 + i * cellW,
      y: zone.y,
      w: cellW,
      h,
      kind: mini ? 'mini' : 'cell',
      avatar,
    }),
  )
  const y = Math.max(zone.y + h + 2, zone.y + zone.h - bar - 2)
  return {
    seats,
    double: { x: zone.x + 12, y, w: Math.min(zone.w - 24, 480), h: bar, form: 'bar' },
  }
}

function bidWide(input: LayoutInput, frame: Frame, zone: Box, sheet: Box): Bidders {
  const list = chairs(input.players).slice(1)
  const avatar = 60
  const h = avatar + 60
  const w = 130
  const floor = frame.height - 150
  const first = zone.y - 56
  const below = first + h + 6
  const end = (sheet.h ? sheet.y : zone.y + zone.h) - 8
  const tight = end - below < 96
  const seats = list.map((chair): SeatBox => {
    if (chair.side === 'top') {
      const apart = Math.min(zone.w / 3, 300)
      const cx =
        zone.w / 2 +
        (chair.index - (chair.of - 1) / 2) * apart -
        (chair.of === 1 && tight ? 150 : 0)
      return { x: cx - w / 2, y: first, w, h, kind: 'cell', avatar }
    }
    const up = chair.side === 'left' ? chair.of - 1 - chair.index : chair.index
    const y = zone.y + 30 + ((floor - zone.y - h - 60) * (up + 0.5)) / chair.of
    const x = chair.side === 'left' ? 20 : zone.w - 20 - w
    return { x, y, w, h, kind: 'cell', avatar }
  })
  const d = tight ? clamp(end - first, 84, 132) : clamp(end - below, 84, 140)
  const y = tight ? first + 4 : (below + end - d) / 2
  return { seats, double: { x: zone.w / 2 - d / 2, y, w: d, h: d, form: 'round' } }
}
