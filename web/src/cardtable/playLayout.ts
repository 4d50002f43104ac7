/** In play the ring of cards has the room; the others sit around it, the hand lies below. */
import { FINGER, fan, RATIO } from './fan'
import type { Frame, Layout, LayoutInput, SeatBox, SeatKind } from './frame'
import type { Box } from './geometry'
import { clamp } from './geometry'
import type { Chair, Slot } from './ring'
import { chairs, ring, sideHeights } from './ring'

export function playLayout(input: LayoutInput, frame: Frame): Layout {
  const { width, shape, compact } = frame
  const hand = handInPlay(input, frame)
  const sheet = sheetBox(input, frame, hand)
  const above = aboveHand(input, frame, hand, sheet)
  const isTight = compact || input.sheet > 0
  const plate = myPlate(frame, shape === 'wide' && input.sheet ? sheet.y + sheet.h : above, isTight)
  const hint = hintBox(frame, plate, above, isTight)
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
  const acts = shape === 'tall' && isTight ? null : actsBox(frame, plate)
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
    sheet,
  }
}

/** What stands on the cards of the hand, above them. */
const TAGS = 34
/** Those who sit around a table keep so much height below its bar; what helps may cover the rest. */
const leastHeight = (players: number, { shape, scale }: Frame) =>
  shape === 'wide' ? (players > 5 ? 420 : 330) : (players > 5 ? 370 : 310) * Math.max(1, scale)

/** What helps lies above the hand and its tags; on a phone on its side, over its right part. */
function sheetBox(input: LayoutInput, frame: Frame, hand: Layout['hand']): Box {
  const { width, shape } = frame
  const floor = hand.top - hand.raise - TAGS
  const w = { tall: Math.min(width - 16, 620), low: width * 0.44, wide: 520 }[shape]
  const x = shape === 'low' ? width - w - 8 : (width - w) / 2
  return { x, y: floor - input.sheet, w, h: input.sheet }
}

/** Where the table ends and the hand, or what helps, begins. */
function aboveHand(input: LayoutInput, frame: Frame, hand: Layout['hand'], sheet: Box): number {
  const whole = hand.top - hand.raise - 6
  if (!input.sheet || frame.shape === 'low') return whole
  return Math.min(whole, Math.max(sheet.y - 6, frame.bar + leastHeight(input.players, frame)))
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

function myPlate(frame: Frame, above: number, isTight: boolean): SeatBox {
  const { shape, compact, width } = frame
  const h = shape === 'low' ? 46 : compact ? 50 : 56
  const w = shape === 'tall' ? clamp(width * 0.5, 156, 220) : shape === 'low' ? 168 : 200
  const y = shape === 'tall' && !isTight ? above - 42 - h : above - h
  return { x: 8, y, w, h, kind: 'row', avatar: h - 14 }
}

function actsBox(frame: Frame, plate: Box): Box {
  const w = FINGER * 2 + 8
  return { x: frame.width - 8 - w, y: plate.y + (plate.h - FINGER) / 2, w, h: FINGER }
}

function hintBox(frame: Frame, plate: Box, above: number, isTight: boolean): Box {
  const { shape, width } = frame
  if (shape === 'tall' && isTight) {
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
