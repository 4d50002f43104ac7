import type { Tiding } from '../client/tidings'

/** How long something is shown: long enough to be read. */
const timeFor = (text: string) => 4000 + 40 * text.length

/** What was just heard at the table: words at the seats, the rest as one note; both pass. */
export class Heard {
  /** By seat: what was said last. */
  talk = $state.raw<readonly (string | undefined)[]>([])
  /** Whatever has no seat to stand at. */
  note = $state.raw<Tiding | null>(null)
  readonly #timers = new Map<number | null, ReturnType<typeof setTimeout>>()

  hear(tiding: Tiding): void {
    const { seat, text } = tiding
    this.#show(seat, tiding)
    clearTimeout(this.#timers.get(seat))
    const end = setTimeout(() => this.#show(seat, null), timeFor(text))
    this.#timers.set(seat, end)
  }

  /** Somebody else may sit there now: nothing that was said at the seats is theirs. */
  clear(): void {
    this.talk = []
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  #show(seat: number | null, tiding: Tiding | null): void {
    if (seat === null) {
      this.note = tiding
      return
    }
    const talk = [...this.talk]
    talk[seat] = tiding?.words
    this.talk = talk
  }
}
