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
  takenBack,
  walked,
} from '../src/cardtable/state'
import { inPlay } from '../src/gallery/samples'

const table = inPlay(4, 7)

describe('a tap on a card', () => {
  it('plays what the server listed as playable', () => {
    const [fingers, answer] = pick(table, AT_REST, 'RH', false)
    expect(answer).toBe('play')
    expect(fingers.pending).toBe('RH')
    expect(shownHand(table, fingers)).not.toContain('RH')
    expect(shownTrick(table, fingers)).toContainEqual({ seat: 0, card: 'RH' })
  })

  it('refuses everything else and changes nothing', () => {
    const [fingers, answer] = pick(table, AT_REST, 'MS', false)
    expect(answer).toBe('refuse')
    expect(fingers.pending).toBeNull()
  })

  it('takes two taps when they are asked for, and another card starts anew', () => {
    const [first, lift] = pick(table, AT_REST, 'RH', true)
    expect(lift).toBe('lift')
    const [other, again] = pick(table, first, 'MH', true)
    expect([other.lifted, again]).toEqual(['MH', 'lift'])
    expect(pick(table, other, 'MH', true)[1]).toBe('play')
  })

  it('does nothing while a card is on its way', () => {
    const [fingers] = pick(table, AT_REST, 'RH', false)
    expect(pick(table, fingers, 'MH', false)[1]).toBe('nothing')
  })

  it('goes back into the hand when the server refuses it', () => {
    const [fingers] = pick(table, AT_REST, 'RH', false)
    expect(shownHand(table, takenBack(fingers))).toContain('RH')
  })
})

describe('the table moves on', () => {
  it('forgets the pending card once it has left the hand', () => {
    const [fingers] = pick(table, AT_REST, 'RH', false)
    const next = { ...table, hand: table.hand.filter((card) => card !== 'RH'), playable: null }
    expect(settled(next, fingers).pending).toBeNull()
  })

  it('is told nothing new and keeps the same value', () => {
    expect(settled(table, AT_REST)).toBe(AT_REST)
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
    const first = shownHand(table, AT_REST)[0]
    const fingers = moved(table, AT_REST, first, 3)
    expect(shownHand(table, fingers)[3]).toBe(first)
    expect(fingers.focus).toBe(3)
  })

  it('can be walked around its ends', () => {
    const last = table.hand.length - 1
    expect(walked(table, AT_REST, 'ArrowLeft').focus).toBe(last)
    expect(walked(table, { ...AT_REST, focus: last }, 'ArrowRight').focus).toBe(0)
    expect(walked(table, AT_REST, 'End').focus).toBe(last)
    expect(walked(table, AT_REST, 'x')).toBe(AT_REST)
  })
})

it('draws your own seat at the bottom, wherever it is', () => {
  const turned = { ...table, me: 2 }
  expect([0, 1, 2, 3].map((seat) => chairOf(turned, seat))).toEqual([2, 3, 0, 1])
})
