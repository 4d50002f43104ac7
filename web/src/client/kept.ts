// What this browser saw of deals, kept in its storage: for a reload in the middle of one, and for the
// page that verifies a game. Bounded in number, size and age; what is over goes, the oldest first.

import { hasOwn, type Sighting } from './sightings'
import type { Kept } from './witness'

const PREFIX = 'batarde.seen/'
/** Another form of sightings gets another number; what has an old one is dropped. */
const FORM = '1'
const MOST_DEALS = 240
const MOST_LETTERS = 1_000_000
const LONGEST = 90 * 24 * 3600 * 1000

const keyOf = (table: string, deal: number) => `${PREFIX}${table}/${deal}`

export class KeptSightings implements Kept {
  /** Storage may be forbidden or full: then what was seen lives as long as the page. */
  private readonly memory = new Map<string, Sighting>()

  constructor(
    private readonly storage: Storage | null = localStorageIfAny(),
    private readonly now: () => number = Date.now,
  ) {
    this.clean()
  }

  get(table: string, deal: number): Sighting | null {
    const key = keyOf(table, deal)
    return this.memory.get(key) ?? read(this.storage?.getItem(key) ?? null)
  }

  /** Returns all that was seen of a game, by deal. */
  ofGame(table: string): Sighting[] {
    const keys = new Set([...this.memory.keys(), ...this.keys()])
    const deals = [...keys].filter((key) => key.startsWith(`${PREFIX}${table}/`))
    return deals
      .flatMap((key) => this.get(table, Number(key.slice(PREFIX.length + table.length + 1))) ?? [])
      .sort((a, b) => a.deal - b.deal)
  }

  set(seen: Sighting): void {
    const key = keyOf(seen.table, seen.deal)
    if (!this.memory.has(key)) this.clean()
    this.memory.set(key, seen)
    for (const old of [...this.memory.keys()].slice(0, -MOST_DEALS)) this.memory.delete(old)
    if (this.isKnownBetter(key, seen)) return
    try {
      this.storage?.setItem(key, `${FORM}|${this.now()}|${JSON.stringify(seen)}`)
    } catch {
      // see `memory`
    }
  }

  /** Whether another window of this browser gave the share that counts, and so knows more. */
  private isKnownBetter(key: string, seen: Sighting): boolean {
    if (hasOwn(seen) || seen.faults.length) return false
    const there = read(this.storage?.getItem(key) ?? null)
    return there !== null && hasOwn(there)
  }

  /** Drops what is too old, too much, or not ours to read. */
  private clean(): void {
    const found = this.keys().map((key) => {
      const text = this.storage?.getItem(key) ?? ''
      const [form, at] = text.split('|', 2)
      const age = form === FORM ? Math.abs(this.now() - Number(at)) : Number.POSITIVE_INFINITY
      return { key, age, letters: key.length + text.length }
    })
    let letters = 0
    found.sort((a, b) => a.age - b.age)
    for (const [place, one] of found.entries()) {
      letters += one.letters
      const isOver = place >= MOST_DEALS - 1 || letters > MOST_LETTERS
      if (!(one.age <= LONGEST) || isOver) this.storage?.removeItem(one.key)
    }
  }

  private keys(): string[] {
    const { storage } = this
    const all = Array.from({ length: storage?.length ?? 0 }, (_, place) => storage?.key(place))
    return all.filter((key) => key?.startsWith(PREFIX)) as string[]
  }
}

function read(text: string | null): Sighting | null {
  const [form = '', at = ''] = text?.split('|', 2) ?? []
  if (!text || form !== FORM) return null
  try {
    return JSON.parse(text.slice(form.length + at.length + 2)) as Sighting
  } catch {
    return null
  }
}

function localStorageIfAny(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
