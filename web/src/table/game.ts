import type { Card } from '../cards'
import type { Bubble, TableState } from '../cardtable/state'
import type { Witnessed } from '../client/table.svelte'
import type { Tiding } from '../client/tidings'
import type { Coach } from '../coach/coach'
import type { Action, DealResult } from '../protocol'

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
  /** By seat: the id of the person there; empty for a bot. */
  readonly players: readonly string[]
  readonly watchers: Watchers
  /** The seat that a watcher has had in this game, and whether it can be had back. */
  readonly had: number | null
  readonly isReplaced: boolean
  /** What this browser saw of how the deals were made. */
  readonly fairness: Fairness
  /** The seat that a watcher gets with the next deal. */
  readonly promised: number | null
  readonly talk: Talk
  /** Something about the people that was just heard, and that stands at no seat. */
  readonly note: Tiding | null
  /** The coach, where it may be asked. */
  readonly coach?: Coach | null

  /** Send an action; false if it cannot be sent now. */
  act(action: Action): boolean
  /** A card was tapped that may not be played: ask the server why. */
  ask(card: Card): void
  /** Pause the game, or let it go on. */
  pause(): void
  /** The host hands a person's seat to a bot, or takes back the promise of a bot's. */
  unseat(seat: number): void
  /** The host sends somebody away for good. */
  remove(player: string): void
  /** The host opens the table to watchers, or closes it. */
  allowWatching(allowed: boolean): void
  /** A watcher takes over a bot's seat, any if none is named, or takes their own back. */
  sit(seat?: number): void
  /** Give a seat up, or the promise of one. */
  stand(): void
  leave(): void
}

export interface Fairness {
  /** The id of the game. */
  readonly game: string
  /** The last deal that is over, if it was made as this browser saw it. */
  readonly last: number | null
  /** How many deals of the game were. */
  readonly witnessed: number
  /** The deals that are not what it saw, of this game or another one here. */
  readonly failed: readonly Witnessed[]
}

/** Who watches, and whether they may. */
export interface Watchers {
  /** How many there are, and the first of them. */
  readonly number: number
  readonly people: readonly { player: string; name: string }[]
  /** Your own player id. */
  readonly me: string
  readonly isAllowed: boolean
}

/** Something that was said, as it is shown. */
export interface Line {
  readonly player: string
  readonly name: string
  readonly text: string
  /** The speaker's seat; null for who only watches. */
  readonly seat: number | null
}

/** What is said at the table. */
export interface Talk {
  /** Your own player id. */
  readonly me: string
  readonly said: readonly Line[]
  readonly muted: readonly string[]
  /** How much of it has not been looked at. */
  readonly unread: number
  read(): void
  say(text: string): void
  signal(signal: string): void
  /** Stop hearing somebody, or hear them again. */
  mute(player: string, on: boolean): void
}
