import { describe, expect, it } from 'vitest'
import type { Card } from '../src/cards'
import { dutyOf } from '../src/client/duty'
import { offered, usual } from '../src/levels'
import type { View } from '../src/protocol'

const words = (text: string) => text.split(' ').filter(Boolean) as Card[]
/** A view where only these cards matter. */
const view = (trick: string, hand: string, playable: string) =>
  ({
    trick: words(trick),
    hand: words(hand),
    legal: words(playable).map((card) => ({ act: 'play', card })),
  }) as unknown as View

describe('the duty that the playable cards show', () => {
  it.each([
    ['RH', 'DH VS', 'DH', 'follow', 'H'],
    ['MH', 'FH TH VS', 'FH', 'rise', 'H'],
    ['RH', 'VS DC', 'VS', 'trump', 'S'],
    ['RH JS', 'FS VS DC', 'FS', 'overtrump', 'S'],
  ])('%s with %s, of which %s', (trick, hand, playable, kind, suit) => {
    expect(dutyOf(view(trick, hand, playable))).toEqual({ kind, suit })
  })

  it.each([
    ['', 'DH VS', 'DH VS'],
    ['RH', 'DS VS', 'DS VS'],
    ['RH', 'DH VS', ''],
  ])('is none with %s on the table and %s in the hand', (trick, hand, playable) => {
    expect(dutyOf(view(trick, hand, playable))).toBeNull()
  })
})

describe('the bots that are offered', () => {
  const ALL = ['random', 'simple', 'pimc', 'novice', 'casual', 'club', 'expert', 'master']

  it('are those for people, weakest first', () => {
    expect(offered(ALL)).toEqual(['novice', 'casual', 'club', 'expert', 'master'])
    expect(offered(['random', 'simple'])).toEqual(['random', 'simple'])
  })

  it('are easier for whoever is new', () => {
    expect([usual(ALL, true), usual(ALL), usual(['random', 'simple'])]).toEqual([
      'casual',
      'club',
      'simple',
    ])
  })
})
