import type { Card } from '../cards'
import type { Bubble, TableState } from '../cardtable/state'
import type { Coach } from '../coach/coach'
import type { Action, DealResult, Said } from '../protocol'

/**
 * A game as the one who looks at it sees it, and all that they can do. The screen is handed this
 * whole: live it is a `TableController`, in the gallery a made-up one.
 */
export interface Game {
  readonly table: TableState
  readonly legal: readonly Action[]
  readonly calls: readonly { seat: number; said: Bubble }[]
  readonly results: readonly DealResult[]
  readonly totals: readonly number[]
  /** The double window, while it is open: milliseconds left, out of how many. */
  readonly window: { left: number; of: number } | null
  readonly isOffline: boolean
  readonly isPaused: boolean
  readonly isHost: boolean
  /** The last thing to be read out. */
  readonly announced: string
  /** Why something was refused, in words. */
  readonly told: string
  /** The card that was played here and is not answered yet. */
  readonly pending: Card | null
  /** Whether the last trick may be looked at again at this table. */
  readonly showsLastTrick: boolean
  readonly watchers: number
  /** The seat that a watcher has had in this game, and whether it can be had back. */
  readonly had: number | null
  readonly isReplaced: boolean
  readonly talk: Talk
  /** The coach, where it may be asked. */
  readonly coach?: Coach | null

  /** Send an action; false if it cannot be sent now. */
  act(action: Action): boolean
  /** A card was tapped that may not be played: ask the server why. */
  ask(card: Card): void
  /** Pause the game, or let it go on. */
  pause(): void
  /** The host hands a seat to a bot. */
  remove(seat: number): void
  /** A watcher takes over a bot's seat, or takes their own back. */
  sit(seat: number): void
  leave(): void
}

/** What is said at the table. */
export interface Talk {
  /** Your own player id. */
  readonly me: string
  readonly said: readonly Said[]
  readonly muted: readonly string[]
  say(text: string): void
  signal(signal: string): void
  /** Stop hearing somebody, or hear them again. */
  mute(player: string, on: boolean): void
}
