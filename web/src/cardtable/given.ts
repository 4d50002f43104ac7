/**
 * What the table is given, for it knows no language and no drawing of a card: a voice that names
 * what is on it, and the faces. It asks again whenever it is drawn, so both may change in play.
 */
import type { Snippet } from 'svelte'
import type { Card, Pack, Trump } from '../cards'
import type { Bubble, Seat, TableState } from './state'

/** The parts of the table that carry a name. */
export type Part =
  | 'table'
  | 'hand'
  | 'trick'
  | 'menu'
  | 'score'
  | 'last'
  | 'talk'
  | 'help'
  | 'dealer'
  | 'turn'
  | 'your-turn'

export interface Voice {
  part(part: Part): string
  card(card: Card): string
  /** Where a tap has lifted a card that the second one plays. */
  again(card: Card): string
  /** Why a card may not be played, as long as nobody has said more. */
  notNow(): string
  /** A card on the table, with who played it. */
  played(name: string, card: Card, wins: boolean): string
  bubble(bubble: Bubble): string
  bid(tricks: number, trump: Trump): string
  pack(pack: Pack): { name: string; sign: string }
  /** How many times the points count. */
  times(times: 2 | 4): string
  deal(deal: TableState['deal']): string
  cards(n: number): string
  bids(sum: number, cards: number): string
  points(n: number): string
  slots(bid: number | null, tricks: number): string
  /** Who is away, or a bot, or gives the seat up to whom; empty for a person who is here. */
  presence(seat: Seat): string
  /** More about a bot, for who points at it. */
  about(seat: Seat): string
}

export interface Faces {
  /** A card that fills its parent; `small` leaves out its corner index. */
  face: Snippet<[card: Card, small: boolean]>
  /** The head of a figure, which stands for a player. */
  head: Snippet<[card: Card, head: { size: number; turn?: boolean; pale?: boolean }]>
  /** Cards will be needed in this width, in pixels of the screen. */
  prepare(cards: readonly Card[], small: boolean, width: number): void
}

export interface Given {
  voice: Voice
  faces: Faces
}
