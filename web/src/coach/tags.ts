/** What the cards cost, as tags on them. */
import type { Card } from '../cards'
import type { Tag, Tags } from '../cardtable/state'
import type { CardCost } from '../protocol'
import type { Words } from '../words'
import { decimal, figureSentence } from './sentences'

/** From these misses on that a card costs more than the best, it is dear, or too dear. */
const DEAR = 0.2
const TOO_DEAR = 0.4

/** A tag for each card: the misses to expect of the best, and what the others cost more. */
export function tagsOf(words: Words, costs: readonly CardCost[]): Tags {
  const least = costs[0]?.misses ?? 0
  const tags: Partial<Record<Card, Tag>> = {}
  costs.forEach((cost, i) => {
    for (const card of cost.cards) tags[card] = tagOf(words, cost, cost.misses - least, i === 0)
  })
  return tags
}

function tagOf(words: Words, cost: CardCost, more: number, isBest: boolean): Tag {
  const sign = isBest ? '✓' : '+'
  const value = isBest ? cost.misses : more
  return {
    text: `${sign}${isBest ? ' ' : ''}${decimal(words, value)}`,
    short: `${sign}${decimal(words, value, 2, true)}`,
    tone: isBest ? 'best' : more >= TOO_DEAR ? 'far' : more >= DEAR ? 'mid' : 'near',
    label: figureSentence(words, { ...cost, is_bound: false, is_open: true }),
  }
}
