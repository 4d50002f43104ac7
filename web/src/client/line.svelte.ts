/** Whether the server can be reached; whoever asks it something tells here what came of it. */
const RETRY = 2000

class Line {
  isDown = $state(typeof navigator !== 'undefined' && navigator.onLine === false)
  #probing = false

  constructor() {
    if (typeof window === 'undefined') return
    addEventListener('offline', () => this.down())
    if (this.isDown) this.down()
  }

  /** An answer came, whatever it was. */
  up(): void {
    this.isDown = false
  }

  /** No answer came: look for the server until there is one. */
  down(): void {
    this.isDown = true
    if (!this.#probing) void this.#probe()
  }

  async #probe(): Promise<void> {
    this.#probing = true
    while (this.isDown) {
      await pause()
      await fetch('/api/health').then(
        () => this.up(),
        () => {},
      )
    }
    this.#probing = false
  }
}

/** Wait a little, or until the browser says that there is a line again. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, RETRY)
    addEventListener('online', done)
  })
}

export const line = new Line()
