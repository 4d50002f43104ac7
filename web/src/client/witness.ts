// The memory of how the cards were made: what this browser saw, and whether it is told the same.
//
// It hears every message, keeps a sighting of each deal, and judges it when the secret is revealed.
// What was seen outlives the page: after a reload or a lost line a snapshot, or the events that were
// missed, must agree with it. The twin of batarde/witness.py.

import type { Happened, ServerMessage, Snapshot, TableEvent } from '../protocol'
import { type Finding, find } from './findings'
import {
  accused,
  compare,
  hasOwn,
  look,
  ownCommitment,
  type Sighting,
  shareOf,
  sighting,
} from './sightings'

/** Where sightings are kept, by game and deal. */
export interface Kept {
  get(table: string, deal: number): Sighting | null
  set(seen: Sighting): void
}

/** Returns the key under which a share is given, so that its refusal is known. */
export const shareKey = (commitment: string) => commitment.slice(0, 32)

export class Witness {
  /** The deal that is being made or played, as far as it was seen. */
  current: Sighting | null = null
  private code = ''
  private game = ''
  private players = 0
  private seq = -1
  /** Whether our own share was given over this line, and may still be refused. */
  private isWaiting = false
  private readonly sealed = new Set<string>()

  constructor(
    private readonly kept: Kept,
    /** Told of each deal that is revealed, or is at fault before, what there is to say of it. */
    private readonly found: (finding: Finding, seen: Sighting) => void,
  ) {}

  /** Looks at what the server says. */
  hear(message: ServerMessage): void {
    if (message.type === 'snapshot') this.shown(message)
    else if (message.type === 'happened' && this.seq >= 0) this.happened(message)
    else if (message.type === 'refused' && this.current) {
      if (shareKey(ownCommitment(this.current)) === message.key) this.isWaiting = false
    }
  }

  /** Remembers our own share, `value` unless one was given before; returns its commitment. */
  give(seat: number, value: string): string {
    const seen = this.current as Sighting
    if (seen.own?.seat === seat) return ownCommitment(seen)
    this.current = { ...seen, own: { seat, value, is_sure: false } }
    this.isWaiting = true
    this.keep(this.current)
    return ownCommitment(this.current)
  }

  /** Returns our own share if it is bound and may be opened, or nothing. */
  opening(): string {
    const seen = this.current
    if (!seen?.own || !seen.is_closed || shareOf(seen.shares, seen.own.seat)?.value) return ''
    return hasOwn(seen) ? seen.own.value : ''
  }

  /**
   * The server has answered something that was sent after our share. It answers in order: if it has
   * not refused the share by now, it never will.
   */
  answered(): void {
    const seen = this.current
    if (seen?.own && this.isWaiting) this.current = { ...seen, own: { ...seen.own, is_sure: true } }
  }

  /** The line is lost: what was not answered may never have arrived. */
  lost(): void {
    this.isWaiting = false
  }

  private shown(shown: Snapshot): void {
    const { draw, view } = shown
    this.code = shown.table
    this.game = shown.game
    this.seq = shown.seq
    this.players = shown.settings.players ?? shown.seats.length
    this.current = draw && this.drawn(draw, view)
    if (this.current) this.settle(this.current)
  }

  private drawn(draw: NonNullable<Snapshot['draw']>, view: Snapshot['view']): Sighting {
    const name = draw.table || this.code
    const seen = this.known(name, draw.deal) ?? this.made(name, draw.deal, draw.commitment)
    return this.ofThisGame(compare(seen, draw, view))
  }

  private happened({ seq, events }: Happened): void {
    if (seq > this.seq) {
      // Something was missed, and nobody has shown what.
      this.current = null
      this.game = ''
    }
    for (const event of events.slice(Math.max(0, this.seq - seq))) this.look(event)
    this.seq = Math.max(this.seq, seq + events.length)
  }

  private look(event: TableEvent): void {
    if (event.event === 'game-started') {
      this.game = event.game ?? ''
      this.current = null
      this.sealed.clear()
    } else if (event.event === 'deal-committed') {
      this.current = this.ofThisGame(this.committed(event))
      this.settle(this.current)
    } else if (this.current) {
      const before = this.current
      this.current = look(before, event)
      if (this.current !== before) this.settle(this.current)
      if (event.event === 'secret-revealed') this.current = null
    }
  }

  private committed(event: Extract<TableEvent, { event: 'deal-committed' }>): Sighting {
    const { deal, commitment } = event
    const name = event.table || this.code
    const key = `${name}/${deal}`
    const known = this.known(name, deal)
    // Another window may have been told of it before, or this one before it was reloaded.
    const isAgain = known && (this.sealed.has(key) || known.commitment !== commitment)
    this.sealed.add(key)
    return isAgain ? accused(known, 'again') : (known ?? this.made(name, deal, commitment))
  }

  private known(name: string, deal: number): Sighting | null {
    if (this.current?.table === name && this.current.deal === deal) return this.current
    return this.kept.get(name, deal)
  }

  private made(name: string, deal: number, commitment: string): Sighting {
    return sighting(name, deal, this.players, commitment)
  }

  private ofThisGame(seen: Sighting): Sighting {
    const isOther = this.game && seen.table !== this.game && seen.table !== this.code
    return isOther ? accused(seen, 'other') : seen
  }

  /** Keeps what was seen, and says what there is to say. */
  private settle(seen: Sighting): void {
    this.keep(seen)
    if (seen.faults.length || seen.revealed) this.found(find(seen), seen)
  }

  private keep(seen: Sighting): void {
    // A game that an older server began has no name of its own: its deals are not told apart.
    if (seen.table !== this.code) this.kept.set(seen)
  }
}
