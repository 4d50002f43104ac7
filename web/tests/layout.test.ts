import { describe, expect, it } from 'vitest'
import type { Layout, Mode } from '../src/cardtable/frame'
import { shapeOf, zoomOf } from '../src/cardtable/frame'
import type { Box } from '../src/cardtable/geometry'
import { inside, touch } from '../src/cardtable/geometry'
import { layout, plateRoom } from '../src/cardtable/layout'
import { slotBox } from '../src/cardtable/ring'

const SIZES = [
  [320, 568],
  [320, 640],
  [360, 640],
  [360, 740],
  [375, 667],
  [390, 844],
  [430, 932], // phones upright
  [568, 320],
  [640, 360],
  [740, 360],
  [844, 390],
  [932, 430], // on their side
  [600, 960],
  [768, 1024],
  [834, 1194],
  [1024, 768],
  [1180, 820], // tablets
  [876, 800],
  [956, 800],
  [1280, 800],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const
const PLAYERS = [3, 4, 5, 6, 7]
const MOST: Record<number, number> = { 3: 12, 4: 9, 5: 14, 6: 12, 7: 10 }

function at(
  size: readonly [number, number],
  players: number,
  cards: number,
  mode: Mode,
  sheet = 0,
): Layout {
  const zoom = zoomOf(...size)
  return layout({ width: size[0] / zoom, height: size[1] / zoom, players, cards, mode, sheet })
}

function screen(size: readonly [number, number]): Box {
  const zoom = zoomOf(...size)
  return { x: 0, y: 0, w: size[0] / zoom, h: size[1] / zoom }
}

function clashes(boxes: Record<string, Box>): string[] {
  const names = Object.keys(boxes)
  return names.flatMap((a, i) =>
    names
      .slice(i + 1)
      .filter((b) => touch(boxes[a], boxes[b], -0.5))
      .map((b) => `${a} on ${b}`),
  )
}

function inPlay(found: Layout): Record<string, Box> {
  const boxes: Record<string, Box> = { bar: found.bar, hint: found.hint }
  found.seats.forEach((seat, i) => {
    boxes[`seat ${i}`] = seat
  })
  found.slots.forEach((slot, i) => {
    boxes[`slot ${i}`] = slotBox(slot)
  })
  if (found.medal) boxes.medal = found.medal
  if (found.acts) boxes.acts = found.acts
  const lift = found.hand.raise
  boxes.hand = { ...found.hand.room, y: found.hand.room.y - lift, h: found.hand.room.h + lift }
  return boxes
}

describe.each(SIZES.map((size) => [size.join('×'), size] as const))('%s', (_, size) => {
  describe.each(PLAYERS)('%i players', (players) => {
    const most = MOST[players]
    it.each([1, 5, most].filter((n) => n <= most))(
      'nothing overlaps or leaves the screen in play, %i cards',
      (cards) => {
        const found = at(size, players, cards, 'play')
        const boxes = inPlay(found)
        expect(clashes(boxes)).toEqual([])
        for (const [name, box] of Object.entries(boxes))
          expect(inside(box, screen(size)) ? '' : `${name} outside`).toBe('')
      },
    )

    it.each([120, 180, 260])(
      'what helps, of %i px, leaves the rest of the table its room',
      (sheet) => {
        for (const cards of [2, most]) {
          const found = at(size, players, cards, 'play', sheet)
          const boxes = inPlay(found)
          expect(clashes(boxes)).toEqual([])
          for (const [name, box] of Object.entries({ ...boxes, sheet: found.sheet }))
            expect(inside(box, screen(size)) || box.y < 0 ? '' : `${name} outside`).toBe('')
          const { sheet: help, hand } = found
          expect(help.y + help.h).toBeLessThanOrEqual(hand.top - hand.raise - 30)
        }
      },
    )

    it('every card in hand has a strip for a finger', () => {
      for (let cards = 1; cards <= most; cards++) {
        const { hand } = at(size, players, cards, 'play')
        const narrow =
          size[0] < 360 || (hand.rows === 1 && size[0] < 700 && size[1] < size[0]) ? 34 : 43.5
        hand.places.forEach((place, i) => {
          const next = hand.places[i + 1]
          const strip = next && next.row === place.row ? next.x - place.x : hand.w
          expect(strip).toBeGreaterThanOrEqual(narrow)
        })
        if (hand.rows === 2) expect(hand.reveal).toBeGreaterThanOrEqual(44)
      }
    })

    it('the fan stays on the screen', () => {
      for (const mode of ['play', 'auction'] as const) {
        for (let cards = 1; cards <= most; cards++) {
          const { hand } = at(size, players, cards, mode, mode === 'auction' ? 300 : 0)
          for (const place of hand.places) {
            const turned = Math.abs(Math.sin((place.rot * Math.PI) / 180)) * hand.w * 1.35
            expect(place.x - hand.w / 2 - turned).toBeGreaterThanOrEqual(-1)
            expect(place.x + hand.w / 2 + turned).toBeLessThanOrEqual(screen(size).w + 1)
          }
        }
      }
    })

    it.each([0, 90, 300, 340])(
      'bidders and the double are free of one another, sheet of %i px',
      (sheet) => {
        const found = at(size, players, most, 'auction', sheet)
        if (found.shape === 'tall' && found.sheet.y < 56 + 130) return // the sheet itself scrolls in that case
        const boxes: Record<string, Box> = { double: found.double! }
        found.seats.slice(1).forEach((seat, i) => {
          boxes[`seat ${i + 1}`] = seat
        })
        if (sheet) boxes.sheet = found.sheet
        expect(clashes(boxes)).toEqual([])
        for (const [name, box] of Object.entries(boxes))
          expect(inside(box, screen(size)) ? '' : `${name} outside`).toBe('')
        expect(found.double!.h).toBeGreaterThanOrEqual(44)
      },
    )
  })
})

describe.each(SIZES.map((size) => [size.join('×'), size] as const))('watched at %s', (_, size) => {
  it.each(PLAYERS)('all of %i bidders are seen, free of one another', (players) => {
    const found = at(size, players, 0, 'auction')
    const boxes: Record<string, Box> = { bar: { ...found.bar, h: 0 }, acts: found.acts! }
    found.seats.forEach((seat, i) => {
      boxes[`seat ${i}`] = seat
    })
    expect(found.seats.every((seat) => seat.w > 0)).toBe(true)
    expect(clashes(boxes)).toEqual([])
    for (const [name, box] of Object.entries(boxes))
      expect(inside(box, screen(size)) ? '' : `${name} outside`).toBe('')
  })
})

describe('layout', () => {
  it('keeps the cards of a trick readable on the smallest phone with seven players', () => {
    const { slots } = at([320, 640], 7, 10, 'play')
    expect(Math.min(...slots.map((slot) => slot.w))).toBeGreaterThanOrEqual(42)
  })

  it('sits clockwise from the left', () => {
    const { seats } = at([390, 844], 4, 9, 'play')
    expect(seats[1].x).toBeLessThan(seats[2].x)
    expect(seats[2].x).toBeLessThan(seats[3].x)
    expect(seats[2].y).toBeLessThan(seats[1].y)
  })
})

describe('the plate of a desktop', () => {
  const desktops = SIZES.filter(([width, height]) => shapeOf(width, height) === 'wide')
  it.each(PLAYERS)('has room for every contract in the auction of %i', (players) => {
    for (const size of desktops)
      for (const sheet of [0, 90, 310, 380])
        expect(plateRoom(at(size, players, MOST[players], 'auction', sheet))).toBeGreaterThan(310)
  })
})
