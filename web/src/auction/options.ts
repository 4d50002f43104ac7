/**
 * What the sheet offers, read off the bids that the server lists as legal; no rule is known here.
 */
import type { Pack, Trump } from '../cards'
import { TRUMPS } from '../cards'
import type { Refusal } from '../words'

export interface Bid {
  tricks: number
  trump: Trump
  pack?: Pack | null
}

export interface Standing {
  tricks: number
  trump: Trump
  pack: Pack | null
}

export interface TrumpOption {
  trump: Trump
  /** The least number it takes; null if it cannot be chosen. */
  least: number | null
  standing: boolean
}

export function trumpOptions(legal: readonly Bid[], standing: Standing | null): TrumpOption[] {
  return TRUMPS.map((trump) => {
    const numbers = legal.filter((bid) => bid.trump === trump).map((bid) => bid.tricks)
    return {
      trump,
      least: numbers.length ? Math.min(...numbers) : null,
      standing: standing?.trump === trump,
    }
  })
}

export const isLegal = (legal: readonly Bid[], tricks: number, trump: Trump) =>
  legal.some((bid) => bid.trump === trump && bid.tricks === tricks)

/** The one number that may not be followed with: the only gap among the numbers of the standing trump. */
export function forbidden(
  legal: readonly Bid[],
  standing: Standing | null,
  cards: number,
): number | null {
  if (!standing || !legal.some((bid) => bid.trump === standing.trump)) return null
  for (let n = 0; n <= cards; n++) if (!isLegal(legal, n, standing.trump)) return n
  return null
}

/** Why a bid is not offered, as the server would refuse it; null if it is. */
export function whyNot(
  legal: readonly Bid[],
  standing: Standing | null,
  doubled: boolean,
  cards: number,
  tricks: number,
  trump: Trump,
): Refusal | null {
  if (isLegal(legal, tricks, trump)) return null
  if (standing?.trump === trump) return { code: 'forbidden-sum', number: tricks, total: cards }
  if (doubled && standing) return { code: 'trump-frozen', trump: standing.trump }
  const least =
    trumpOptions(legal, standing).find((option) => option.trump === trump)?.least ?? null
  return { code: 'call-too-weak', trump, number: least }
}
