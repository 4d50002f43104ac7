/** How a cell of the lens looks and what it is called; the figures are the coach's. */
import type { Bid, Cell, LensRow } from '../protocol'
import type { Words } from '../words'
import { decimal, figureSentence, percent } from './sentences'

export type Look = 'open' | 'weak' | 'forbidden' | 'likely'

/** Whether a number may be said in a row, and if not, why. */
export function lookOf(row: LensRow, number: number): Look {
  const cell = row.cells[number]
  if (number === row.forbidden) return row.forbidden_chance === 1 ? 'forbidden' : 'likely'
  return cell.is_open || row.is_standing ? 'open' : 'weak'
}

/** What stands in a cell: its misses, or how often it is exact; `tight` has room for three signs. */
export function textOf(words: Words, cell: Cell, showsExact: boolean, tight = false): string {
  if (cell.is_bound) return showsExact ? '–' : `≥${Math.floor(cell.misses)}`
  if (showsExact) return String(percent(cell.exact))
  return decimal(words, cell.misses, tight && cell.misses >= 1 ? 1 : 2, true)
}

const SAID = {
  weak: 'ui.coach.weak',
  forbidden: 'ui.coach.forbidden',
  likely: 'ui.coach.likely',
} as const

/** A cell for those who listen: the bid, what is special about it, and its figures. */
export function labelOf(words: Words, row: LensRow, number: number): string {
  const look = lookOf(row, number)
  const parts = [words.bid(number, row.trump, row.pack)]
  if (number === row.best) parts.push(words.say('ui.coach.best'))
  if (look !== 'open') parts.push(words.say(SAID[look]))
  return words.label(words.join(parts), figureSentence(words, row.cells[number]))
}

/** The bid of a cell. */
export const bidOf = (row: LensRow, tricks: number): Bid => ({
  act: 'bid',
  tricks,
  trump: row.trump,
  pack: row.pack,
})

export const isSame = (one: Bid | null, other: Bid | null) =>
  one !== null &&
  other !== null &&
  one.tricks === other.tricks &&
  one.trump === other.trump &&
  one.pack === other.pack
