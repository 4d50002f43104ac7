/** In the auction the bubbles, the double and a sheet have the room. */
import { FINGER, fan, RATIO } from './fan'
import type { Frame, Layout, LayoutInput, SeatBox } from './frame'
import type { Box } from './geometry'
import { clamp } from './geometry'
import { chairs } from './ring'

export function auctionLayout(input: LayoutInput, frame: Frame): Layout {
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
  const watched = input.cards || input.sheet ? null : lowest(width, height)
  const floor = (besides || !input.sheet ? hand.top - hand.raise : sheet.y) - 6
  const end = watched ? watched.seat.y : floor
  const zone: Box = { x: 0, y: frame.bar, w: area, h: end - frame.bar }
  const beside = shape === 'wide'
  const found = beside ? bidWide(input, frame, zone, sheet) : bidTall(input, frame, zone)
  return {
    shape,
    bar: { x: 0, y: 0, w: area, h: frame.bar },
    seats: [watched?.seat ?? { x: 8, y: hand.top - 46, ...NOWHERE }, ...found.seats],
    slots: [],
    medal: null,
    hand,
    hint: { x: 8, y: floor, w: area - 16, h: 0 },
    acts: watched?.acts ?? null,
    double: found.double,
    sheet,
  }
}

/** Your own bids are on the sheet: there is no plate for you. */
const NOWHERE = { w: 0, h: 0, kind: 'mini', avatar: 0 } as const

/** Who watches has neither hand nor sheet there, but somebody who bids like the others. */
function lowest(width: number, height: number): { seat: SeatBox; acts: Box } {
  const [w, h] = [116, 98]
  const side = width - 2 * FINGER - 16
  const x = Math.min((width - w) / 2, side - w - 4)
  return {
    seat: { x, y: height - h - 8, w, h, kind: 'cell', avatar: 40 },
    acts: { x: side, y: height - FINGER - 8, w: 2 * FINGER + 8, h: FINGER },
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

/** The plate of a desktop has all the room that its words need. */
const PLATE = 316
const CORNER = 56

/** Those on top stand in a line beside the plate, with the double among them where it is tight. */
function bidWide(input: LayoutInput, frame: Frame, zone: Box, sheet: Box): Bidders {
  const list = chairs(input.players).slice(1)
  const avatar = 60
  const h = avatar + 60
  const w = 130
  const floor = frame.height - 150
  const first = zone.y - 56
  const below = first + h + 6
  const end = (sheet.h ? sheet.y : zone.y + zone.h) - 8
  const isTight = end - below < 96
  const d = isTight ? clamp(end - first, 84, 132) : clamp(end - below, 84, 140)
  const onTop = list.filter((chair) => chair.side === 'top').length
  const widths = Array.from({ length: onTop }, () => w)
  if (isTight) widths.splice(Math.floor(onTop / 2), 0, d)
  const xs = inLine(widths, CORNER + PLATE, zone.w - CORNER, isTight ? 24 : 170)
  const [doubleX] = isTight ? xs.splice(Math.floor(onTop / 2), 1) : [zone.w / 2 - d / 2]
  const seats = list.map((chair): SeatBox => {
    if (chair.side === 'top') return { x: xs[chair.index], y: first, w, h, kind: 'cell', avatar }
    const up = chair.side === 'left' ? chair.of - 1 - chair.index : chair.index
    const y = zone.y + 30 + ((floor - zone.y - h - 60) * (up + 0.5)) / chair.of
    const x = chair.side === 'left' ? 20 : zone.w - 20 - w
    return { x, y, w, h, kind: 'cell', avatar }
  })
  const y = isTight ? first + 4 : (below + end - d) / 2
  return { seats, double: { x: doubleX, y, w: d, h: d, form: 'round' } }
}

/** Where things of these widths stand in the middle of a line that begins at `from` at the earliest. */
function inLine(widths: readonly number[], from: number, to: number, wanted: number): number[] {
  const all = widths.reduce((sum, w) => sum + w, 0)
  const gap = clamp((to - from - all) / Math.max(1, widths.length - 1), 4, wanted)
  const length = all + gap * (widths.length - 1)
  let x = clamp((to + CORNER - length) / 2, from, Math.max(from, to - length))
  return widths.map((w) => {
    const at = x
    x += w + gap
    return at
  })
}
