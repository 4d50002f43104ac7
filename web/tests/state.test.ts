import { describe, expect, it } from 'vitest'
import type { Card } from '../src/cards'
import { sortHand } from '../src/cards'
import {
  AT_REST,
  chairOf,
  moved,
  pick,
  settled,
  shownHand,
  shownTrick,
  walked,
} from '../src/cardtable/state'
import { inPlay } from '../src/gallery/samples'

const table = inPlay(4, 7)

describe('a tap on a card', () => {
  it('plays what the server listed as playable', () => {
    expect(pick(table, AT_REST, 'RH', false)).toEqual([AT_REST, 'play'])
  })

  it('refuses everything else and changes nothing', () => {
    expect(pick(table, AT_REST, 'MS', false)).toEqual([AT_REST, 'refuse'])
  })

  it('takes two taps when they are asked for, and another card starts anew', () => {
    const [first, lift] = pick(table, AT_REST, 'RH', true)
    expect(lift).toBe('lift')
    const [other, again] = pick(table, first, 'MH', true)
    expect([other.lifted, again]).toEqual(['MH', 'lift'])
    expect(pick(table, other, 'MH', true)[1]).toBe('play')
  })
})

describe('a card on its way', () => {
  it('has left the hand and lies in the trick', () => {
    expect(shownHand(table, AT_REST, 'RH')).not.toContain('RH')
    expect(shownTrick(table, 'RH')).toContainEqual({ seat: 0, card: 'RH' })
  })

  it('is in the hand as soon as it is on its way no more', () => {
    expect(shownHand(table, AT_REST, null)).toContain('RH')
    expect(shownTrick(table, null)).toEqual(table.trick.cards)
  })
})

describe('the table moves on', () => {
  it('forgets what it has overtaken', () => {
    const fingers = { ...AT_REST, lifted: 'RH' as Card, focus: table.hand.length - 1 }
    const next = { ...table, hand: table.hand.filter((card) => card !== 'RH'), playable: null }
    expect(settled(next, fingers, null)).toMatchObject({
      lifted: null,
      focus: table.hand.length - 2,
    })
  })

  it('is told nothing new and keeps the same value', () => {
    expect(settled(table, AT_REST, null)).toBe(AT_REST)
  })
})

describe('the hand', () => {
  it('stands in the order in force, trump first', () => {
    const hand: Card[] = ['RS', 'FS', 'FH', 'RH', 'TS']
    expect(sortHand(hand, 'S')).toEqual(['FS', 'RS', 'TS', 'RH', 'FH'])
    expect(sortHand(hand, 'N')).toEqual(['RS', 'FS', 'TS', 'RH', 'FH'])
    expect(sortHand(hand, 'A')).toEqual(['FS', 'RS', 'TS', 'FH', 'RH'])
  })

  it('keeps an order made by hand', () => {
    const hand = shownHand(table, AT_REST, null)
    const fingers = moved(AT_REST, hand, hand[0], 3)
    expect(shownHand(table, fingers, null)[3]).toBe(hand[0])
    expect(fingers.focus).toBe(3)
  })

  it('can be walked around its ends', () => {
    const last = table.hand.length - 1
    expect(walked(AT_REST, table.hand, 'ArrowLeft').focus).toBe(last)
    expect(walked({ ...AT_REST, focus: last }, table.hand, 'ArrowRight').focus).toBe(0)
    expect(walked(AT_REST, table.hand, 'End').focus).toBe(last)
    expect(walked(AT_REST, table.hand, 'x')).toBe(AT_REST)
  })
})

it('draws your own seat at the bottom, wherever it is', () => {
  const turned = { ...table, me: 2 }
  expect([0, 1, 2, 3].map((seat) => chairOf(turned, seat))).toEqual([2, 3, 0, 1])
})
