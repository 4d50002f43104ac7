/**
 * All that the table shows, as data. It is told everything, what may be played included, and knows
 * no rules; the functions here change nothing, they return the next value.
 */
import type { Card, Pack, Trump } from '../cards'
import { sortHand } from '../cards'

export type Bubble =
  | {
      say: 'bid'
      tricks: number
      trump: Trump
      pack: Pack | null
      announces: boolean
      erased: boolean
    }
  | { say: 'double' | 'redouble' | 'decline' | 'ready' | 'wave' }
  | { say: 'talk'; text: string }

export interface Seat {
  name: string
  /** The card whose figure stands for the player. */
  avatar: Card
  bot: boolean
  /** The bot's level; empty for a person. */
  level?: string
  /** Not connected; `stoodIn` if a bot plays meanwhile. */
  away: boolean
  stoodIn: boolean
  dealer: boolean
  bid: number | null
  tricks: number
  points: number
  /** Milliseconds left to act, and of how many; null without a clock. */
  clock: { left: number; of: number } | null
  bubble: Bubble | null
}

export interface Played {
  seat: number
  card: Card
}

export interface Trick {
  /** Counts the tricks of a game, so that a card on the table keeps its place on the screen. */
  number: number
  cards: readonly Played[]
  /** Who is winning it, or has won it. */
  winner: number | null
}

export interface Contract {
  tricks: number
  trump: Trump
  pack: Pack | null
  by: number
}

export interface TableState {
  seats: readonly Seat[]
  /** The seat drawn at the bottom; a watcher sees seat 0 there. */
  me: number
  watching: boolean
  phase: 'waiting' | 'ready' | 'auction' | 'redouble' | 'play' | 'over'
  turn: number | null
  hand: readonly Card[]
  /** The cards that may be played now; null when none is asked for. */
  playable: readonly Card[] | null
  /** Why a card may not be played, in words. */
  reasons: Readonly<Partial<Record<Card, string>>>
  /** What to do, in a few words. */
  hint: string
  trick: Trick
  last: Trick | null
  contract: Contract | null
  /** 1, 2 doubled, 4 redoubled; and who did it. */
  times: 1 | 2 | 4
  doubledBy: number | null
  deal: { number: number; of: number; cards: number }
  /** True while a hand has just been dealt. */
  dealing: boolean
}

/** What the player at this screen is about to do; it never leaves the screen. */
export interface Fingers {
  /** A card lifted, waiting for the second tap. */
  lifted: Card | null
  /** A card played here that the server has not confirmed yet. */
  pending: Card | null
  /** The order made by hand; null follows the order in force. */
  order: readonly Card[] | null
  focus: number
}

export const AT_REST: Fingers = { lifted: null, pending: null, order: null, focus: 0 }

export type Answer = 'play' | 'lift' | 'refuse' | 'nothing'

/** A card was tapped: say what comes of it. */
export function pick(
  table: TableState,
  fingers: Fingers,
  card: Card,
  confirm: boolean,
): [Fingers, Answer] {
  if (fingers.pending || !table.hand.includes(card)) return [fingers, 'nothing']
  if (!table.playable?.includes(card)) return [{ ...fingers, lifted: null }, 'refuse']
  if (confirm && fingers.lifted !== card) return [{ ...fingers, lifted: card }, 'lift']
  return [{ ...fingers, lifted: null, pending: card }, 'play']
}

/** The table has moved on: forget what it has overtaken. */
export function settled(table: TableState, fingers: Fingers): Fingers {
  const pending = fingers.pending && table.hand.includes(fingers.pending) ? fingers.pending : null
  const lifted = fingers.lifted && table.playable?.includes(fingers.lifted) ? fingers.lifted : null
  const order = fingers.order?.some((card) => table.hand.includes(card)) ? fingers.order : null
  const focus = Math.max(0, Math.min(fingers.focus, table.hand.length - (pending ? 2 : 1)))
  const same = pending === fingers.pending && lifted === fingers.lifted && order === fingers.order
  return same && focus === fingers.focus ? fingers : { pending, lifted, order, focus }
}

/** The card was refused after all: back into the hand. */
export const takenBack = (fingers: Fingers): Fingers => ({
  ...fingers,
  pending: null,
  lifted: null,
})

/** The hand as it is shown. */
export function shownHand(table: TableState, fingers: Fingers): Card[] {
  const hand = table.hand.filter((card) => card !== fingers.pending)
  if (!fingers.order) return sortHand(hand, table.contract?.trump ?? null)
  const known = fingers.order.filter((card) => hand.includes(card))
  return [...known, ...hand.filter((card) => !known.includes(card))]
}

/** Put a card at another place of the hand. */
export function moved(table: TableState, fingers: Fingers, card: Card, to: number): Fingers {
  const hand = shownHand(table, fingers).filter((one) => one !== card)
  hand.splice(Math.max(0, Math.min(to, hand.length)), 0, card)
  return { ...fingers, order: hand, focus: hand.indexOf(card) }
}

/** Walk through the hand by keyboard. */
export function walked(table: TableState, fingers: Fingers, key: string): Fingers {
  const last = shownHand(table, fingers).length - 1
  const to = { ArrowLeft: fingers.focus - 1, ArrowRight: fingers.focus + 1, Home: 0, End: last }[
    key
  ]
  return to === undefined || last < 0
    ? fingers
    : { ...fingers, focus: (to + last + 1) % (last + 1) }
}

/** The trick with the card not yet confirmed. */
export function shownTrick(table: TableState, fingers: Fingers): readonly Played[] {
  const { cards } = table.trick
  if (!fingers.pending || cards.some(({ seat }) => seat === table.me)) return cards
  return [...cards, { seat: table.me, card: fingers.pending }]
}

/** Where a seat is drawn: 0 at the bottom, then clockwise. */
export const chairOf = (table: TableState, seat: number) =>
  (seat - table.me + table.seats.length) % table.seats.length

export const bidSum = (table: TableState) =>
  table.seats.reduce((sum, seat) => sum + (seat.bid ?? 0), 0)
