import type { Coach, Step } from '../coach/coach'
import type { Advice, View } from '../protocol'
import type { TableModel } from './fold'
import type { TableClient } from './table.svelte'

/** Which question a view asks of its seat: an answer to another one is of no use any more. */
const momentOf = ({ number, phase, calls, plays, legal }: View) =>
  [number, phase, calls.length, plays.length, legal.length].join(':')

/** Whether the coach may be asked at a table, by the one person who plays there. */
export function hasCoach({ settings, seats, seat, is_playing }: TableModel): boolean {
  const people = seats.filter(({ kind }) => kind === 'person').length
  return settings.coach === 'asked' && is_playing && seat !== null && people === 1
}

/** Asks the coach of a server, and keeps what it said as long as it is true. */
export class Coaching implements Coach {
  isThinking = $state(false)
  #failedAt = $state('')
  #said = $state.raw<{ advice: Advice; at: string } | null>(null)
  readonly #client: TableClient

  constructor(client: TableClient) {
    this.#client = client
  }

  get #moment(): string {
    const view = this.#client.model?.view
    return view ? momentOf(view) : ''
  }

  get advice(): Advice | null {
    return this.#said?.at === this.#moment ? this.#said.advice : null
  }

  get hasFailed(): boolean {
    return this.#failedAt !== '' && this.#failedAt === this.#moment
  }

  get isAskable(): boolean {
    const view = this.#client.model?.view
    if (!view || this.#client.model?.is_paused) return false
    return view.phase === 'auction' || (view.phase !== 'ready' && view.legal.length > 0)
  }

  get isMarked(): boolean {
    const { seat, coached } = this.#client.model ?? {}
    return seat != null && Boolean(coached?.includes(seat))
  }

  async ask(step: Step, otherPacks = false): Promise<void> {
    const at = this.#moment
    if (this.isThinking || !this.isAskable) return
    this.isThinking = true
    this.#failedAt = ''
    const answer = await this.#client.coach(step, otherPacks)
    this.isThinking = false
    if (answer?.type === 'hint') this.#said = { advice: answer.advice, at }
    else this.#failedAt = at
  }
}
