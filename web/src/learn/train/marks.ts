/** How a card is marked once the question is answered. */
import type { Card } from '../../cards'
import type { Given } from './drills'

export type Mark = 'right' | 'wrong' | null

export function markOf(card: Card, answer: Card, given: { value: Given } | null): Mark {
  if (!given) return null
  if (card === answer) return 'right'
  return card === given.value ? 'wrong' : null
}
