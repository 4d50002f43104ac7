/**
 * A press that must be meant: hold it for a third of a second, or tap twice; by keyboard in one go.
 */
export const HOLD_MS = 350
export const ARMED_MS = 2500

export class Hold {
  state = $state<'rest' | 'holding' | 'armed'>('rest')
  #timer: ReturnType<typeof setTimeout> | undefined
  #armed = false

  constructor(private readonly done: () => void) {}

  press(): void {
    this.#armed = this.state === 'armed'
    this.#after('holding', HOLD_MS, () => this.fire())
  }

  /** Let go early: the first time asks for a second tap, the second time is that tap. */
  release(): void {
    if (this.state !== 'holding') return
    if (this.#armed) this.fire()
    else this.#after('armed', ARMED_MS, () => this.cancel())
  }

  fire(): void {
    this.cancel()
    this.done()
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.state = 'rest'
  }

  #after(state: 'holding' | 'armed', ms: number, then: () => void): void {
    clearTimeout(this.#timer)
    this.state = state
    this.#timer = setTimeout(then, ms)
  }
}
