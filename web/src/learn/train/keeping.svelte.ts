/** What is learned on this device: kept at every answer, and shared by the windows of the browser. */
import { read, write } from './files'
import type { Memory } from './memory'
import { merged, NOTHING } from './memory'
import { KEY, waiting } from './waiting.svelte'

class Keeping {
  memory = $state.raw<Memory>(stored() ?? NOTHING)

  constructor() {
    // Another window has learned something, or has started over.
    if (typeof window !== 'undefined')
      addEventListener('storage', ({ key, newValue }) => {
        if (key === KEY || key === null) this.memory = read(newValue ?? '') ?? NOTHING
      })
  }

  /** Change what is known, and keep it with what other windows have learned meanwhile. */
  change(by: (memory: Memory) => Memory): void {
    const now = stored()
    this.memory = by(now ? merged(this.memory, now) : this.memory)
    store(write(this.memory))
  }

  /** Start over. */
  forget(): void {
    this.memory = NOTHING
    store(null)
  }
}

function stored(): Memory | null {
  try {
    return read(localStorage.getItem(KEY) ?? '')
  } catch {
    return null // storage may be forbidden: then what is learned lives as long as the page
  }
}

function store(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, text)
  } catch {
    // see stored()
  }
  waiting.look()
}

export const keeping = new Keeping()
