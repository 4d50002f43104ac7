// What the playable cards have in common. It is read off the server's list, for the eye and the ear:
// no rule is known here, and where the list says nothing simple, nothing is said.

import type { Card, Suit } from '../cards'
import { suitOf } from '../cards'
import type { View } from '../protocol'

export interface Duty {
  kind: 'follow' | 'rise' | 'trump' | 'overtrump'
  suit: Suit
}

export const playableOf = (view: View): Card[] =>
  view.legal.flatMap((action) => (action.act === 'play' ? [action.card] : []))

/** Return the duty that the playable cards show; null if all may be played, or none. */
export function dutyOf(view: View): Duty | null {
  const playable = playableOf(view)
  const [led] = view.trick
  if (!led || !playable.length || playable.length === view.hand.length) return null
  const suit = suitOf(playable[0])
  if (playable.some((card) => suitOf(card) !== suit)) return null
  const rises = playable.length < view.hand.filter((card) => suitOf(card) === suit).length
  if (suit === suitOf(led)) return { kind: rises ? 'rise' : 'follow', suit }
  return { kind: rises ? 'overtrump' : 'trump', suit }
}
