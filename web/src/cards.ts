/** The cards as the wire writes them: rank + suit, `_` behind it for the marked pack (`FS`, `RC_`). */

import type { Card, Pack, Suit, Trump } from './protocol'

export type { Card, Pack, Suit, Trump }
export type Rank = 'R' | 'D' | 'C' | 'V' | 'F' | 'M' | 'J' | 'N' | 'T'

export const SUITS: readonly Suit[] = ['S', 'H', 'D', 'C']
/** Strong to weak, as an announcement. */
export const TRUMPS: readonly Trump[] = ['A', 'S', 'H', 'D', 'C', 'N']
export const NORMAL_ORDER: readonly Rank[] = [...'RDCVFMJNT'] as Rank[]
export const TRUMP_ORDER: readonly Rank[] = [...'FMJRDCVNT'] as Rank[]

export const rankOf = (card: Card) => card[0] as Rank
export const suitOf = (card: Card) => card[1] as Suit
export const isMarked = (card: Card) => card.endsWith('_')

/** The order in which a suit is shown under a trump: for the eye only, the server decides what wins. */
export function orderOf(suit: Suit, trump: Trump | null): readonly Rank[] {
  return trump === 'A' || trump === suit ? TRUMP_ORDER : NORMAL_ORDER
}

/** Suits in an order that alternates dark and warm inks, the trump first. */
function suitOrder(trump: Trump | null): Suit[] {
  const around: Suit[] = ['S', 'H', 'C', 'D']
  const at = around.indexOf(trump as Suit)
  return at < 0 ? around : [...around.slice(at), ...around.slice(0, at)]
}

/** The hand sorted for the eye: trump first, each suit strong to weak in the order in force. */
export function sortHand(hand: readonly Card[], trump: Trump | null): Card[] {
  const suits = suitOrder(trump)
  const place = (card: Card) =>
    suits.indexOf(suitOf(card)) * 100 +
    orderOf(suitOf(card), trump).indexOf(rankOf(card)) * 2 +
    (isMarked(card) ? 1 : 0)
  return [...hand].sort((a, b) => place(a) - place(b))
}

/** All faces of one pack, or of both. */
export function packOf(two: boolean): Card[] {
  const simple = SUITS.flatMap((suit) => NORMAL_ORDER.map((rank) => `${rank}${suit}` as Card))
  return two ? [...simple, ...simple.map((card) => `${card}_` as Card)] : simple
}
