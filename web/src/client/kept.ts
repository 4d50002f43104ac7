// What this browser saw of deals, kept in its storage: for a reload in the middle of one, and for the
// page that verifies a game. Bounded in number, size and age; what is over goes, the oldest first.

import { freshShare } from './shares'
import { hasOwn, type Sighting } from './sightings'
import type { Kept } from './witness'

const PREFIX = 'batarde.seen/'
const WINDOW = 'batarde.window'
/** Another form of sightings gets another number; what has an old one is dropped. */
const FORM = '1'
const MOST_KEPT = 240
const MOST_LETTERS = 1_000_000
const LONGEST = 90 * 24 * 3600 * 1000

/**
 * Every window writes for itself, as none hears of another's writing in time; what is read is what
 * the best witness among them saw.
 */
export class KeptSightings implements Kept {
  /** Storage may be forbidden or full: then what was seen lives as long as the page. */
  private readonly memory = new Map<string, Sighting>()

  constructor(
    private readonly storage: Storage | null = storageIfAny(() => localStorage),
    private readonly now: () => number = Date.now,
    private readonly window = windowName(),
  ) {
    this.clean()
  }

  get(table: string, deal: number): Sighting | null {
    return best(this.seenAt(`${PREFIX}${table}/${deal}/`))
  }

  /** Returns all that was seen of a game, by deal. */
  ofGame(table: string): Sighting[] {
    const seen = this.seenAt(`${PREFIX}${table}/`)
    const deals = [...new Set(seen.map(({ deal }) => deal))].sort((a, b) => a - b)
    return deals.flatMap((deal) => best(seen.filter((one) => one.deal === deal)) ?? [])
  }

  set(seen: Sighting): void {
    const key = `${PREFIX}${seen.table}/${seen.deal}/${this.window}`
    if (!this.memory.has(key)) this.clean()
    this.memory.set(key, seen)
    for (const old of [...this.memory.keys()].slice(0, -MOST_KEPT)) this.memory.delete(old)
    try {
      this.storage?.setItem(key, `${FORM}|${this.now()}|${JSON.stringify(seen)}`)
    } catch {
      // see `memory`
    }
  }

  private seenAt(prefix: string): Sighting[] {
    const keys = new Set([...this.memory.keys(), ...this.keys()])
    return [...keys]
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => this.memory.get(key) ?? read(this.storage?.getItem(key) ?? '') ?? [])
  }

  /** Drops what is too old, too much, or of another form. */
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
      const isOver = place >= MOST_KEPT - 1 || letters > MOST_LETTERS
      if (!(one.age <= LONGEST) || isOver) this.storage?.removeItem(one.key)
    }
  }

  private keys(): string[] {
    const { storage } = this
    const all = Array.from({ length: storage?.length ?? 0 }, (_, place) => storage?.key(place))
    return all.filter((key) => key?.startsWith(PREFIX)) as string[]
  }
}

/** Returns what says most: of a fault, else of our own share in the deal, else of its end. */
function best(seen: readonly Sighting[]): Sighting | null {
  const weight = (one: Sighting) =>
    (one.faults.length ? 4 : 0) + (hasOwn(one) ? 2 : 0) + (one.revealed ? 1 : 0)
  return seen.reduce<Sighting | null>(
    (most, one) => (most && weight(most) >= weight(one) ? most : one),
    null,
  )
}

function read(text: string): Sighting | null {
  const [form = '', at = ''] = text.split('|', 2)
  if (form !== FORM) return null
  try {
    return JSON.parse(text.slice(form.length + at.length + 2)) as Sighting
  } catch {
    return null
  }
}

/** The same name for this window after a reload. */
function windowName(): string {
  const storage = storageIfAny(() => sessionStorage)
  const name = storage?.getItem(WINDOW) ?? freshShare().slice(0, 8)
  try {
    storage?.setItem(WINDOW, name)
  } catch {
    // then it is another window after a reload
  }
  return name
}

function storageIfAny(find: () => Storage): Storage | null {
  try {
    return find()
  } catch {
    return null
  }
}
