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
  /** What was just said from here; empty if nothing was. */
  talk: string
  /** Who gets this seat with the next deal; empty if nobody does. */
  next: string
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

/** A small sign on a card of the hand: what it is worth, to the eye and to the ear. */
export interface Tag {
  text: string
  /** The same where there is little room. */
  short: string
  tone: 'best' | 'near' | 'mid' | 'far'
  label: string
}

export type Tags = Readonly<Partial<Record<Card, Tag>>>

/** What is told of the player's fingers. */
export interface TableEvents {
  /** A playable card was played here; false if it could not be sent. */
  play: (card: Card) => boolean
  /** A card was tapped that may not be played; the reason is shown already. */
  refuse?: (card: Card) => void
  menu?: () => void
  score?: () => void
  last?: () => void
  talk?: () => void
  board?: () => void
  /** Help is asked for, or not wanted any more. */
  help?: () => void
}

/** What the player at this screen is about to do; it never leaves the screen. */
export interface Fingers {
  /** A card lifted, waiting for the second tap. */
  lifted: Card | null
  /** The order made by hand; null follows the order in force. */
  order: readonly Card[] | null
  focus: number
}

export const AT_REST: Fingers = { lifted: null, order: null, focus: 0 }

export type Answer = 'play' | 'lift' | 'refuse' | 'nothing'

/** A card was tapped: say what comes of it. */
export function pick(
  table: TableState,
  fingers: Fingers,
  card: Card,
  confirm: boolean,
): [Fingers, Answer] {
  if (!table.hand.includes(card)) return [fingers, 'nothing']
  if (!table.playable?.includes(card)) return [{ ...fingers, lifted: null }, 'refuse']
  if (confirm && fingers.lifted !== card) return [{ ...fingers, lifted: card }, 'lift']
  return [{ ...fingers, lifted: null }, 'play']
}

/** The table has moved on: forget what it has overtaken. */
export function settled(table: TableState, fingers: Fingers, pending: Card | null): Fingers {
  const lifted = fingers.lifted && table.playable?.includes(fingers.lifted) ? fingers.lifted : null
  const order = fingers.order?.some((card) => table.hand.includes(card)) ? fingers.order : null
  const last = table.hand.filter((card) => card !== pending).length - 1
  const focus = Math.max(0, Math.min(fingers.focus, last))
  const same = lifted === fingers.lifted && order === fingers.order
  return same && focus === fingers.focus ? fingers : { lifted, order, focus }
}

/** The hand as it is shown: without the card that is on its way to the server. */
export function shownHand(table: TableState, fingers: Fingers, pending: Card | null): Card[] {
  const hand = table.hand.filter((card) => card !== pending)
  if (!fingers.order) return sortHand(hand, table.contract?.trump ?? null)
  const known = fingers.order.filter((card) => hand.includes(card))
  return [...known, ...hand.filter((card) => !known.includes(card))]
}

/** Put a card of the shown `hand` at another place. */
export function moved(fingers: Fingers, hand: readonly Card[], card: Card, to: number): Fingers {
  const order = hand.filter((one) => one !== card)
  order.splice(Math.max(0, Math.min(to, order.length)), 0, card)
  return { ...fingers, order, focus: order.indexOf(card) }
}

/** Walk through the shown `hand` by keyboard. */
export function walked(fingers: Fingers, hand: readonly Card[], key: string): Fingers {
  const last = hand.length - 1
  const to = { ArrowLeft: fingers.focus - 1, ArrowRight: fingers.focus + 1, Home: 0, End: last }[
    key
  ]
  return to === undefined || last < 0
    ? fingers
    : { ...fingers, focus: (to + last + 1) % (last + 1) }
}

/** The trick with the card not yet confirmed. */
export function shownTrick(table: TableState, pending: Card | null): readonly Played[] {
  const { cards } = table.trick
  if (!pending || cards.some(({ seat }) => seat === table.me)) return cards
  return [...cards, { seat: table.me, card: pending }]
}

/** Where a seat is drawn: 0 at the bottom, then clockwise. */
export const chairOf = (table: TableState, seat: number) =>
  (seat - table.me + table.seats.length) % table.seats.length

export const bidSum = (table: TableState) =>
  table.seats.reduce((sum, seat) => sum + (seat.bid ?? 0), 0)
