import { COLLECT, HOLD, STAGGER } from './motion'
import type { Trick } from './state'

/** A trick that is over stays for a moment, then goes to its winner; the next card hurries it. */
export class Leaving {
  /** The number of the last trick that has left the table. */
  gone: number = $state(-1)
  /** The number of the trick whose cards are on their way. */
  collecting: number = $state(-1)

  constructor(gone: number) {
    this.gone = gone
  }

  /** Return the trick that is still to be seen, though the table has moved on. */
  of(last: Trick | null): Trick | null {
    return last && last.number > this.gone ? last : null
  }

  /** Let a trick go; `hurry` if the next card lies on the table. Returns what stops it. */
  start({ number, cards }: Trick, hurry: boolean): () => void {
    const wait = hurry ? 0 : HOLD
    const collect = setTimeout(() => {
      this.collecting = number
    }, wait)
    const leave = setTimeout(
      () => {
        this.gone = number
      },
      wait + COLLECT + STAGGER * cards.length + 40,
    )
    return () => {
      clearTimeout(collect)
      clearTimeout(leave)
    }
  }
}
