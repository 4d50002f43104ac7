import { MediaQuery } from 'svelte/reactivity'
import type { Card } from '../cards'
import type { TableState } from '../cardtable/state'
import { Coaching, hasCoach } from '../client/coaching.svelte'
import { dutyOf } from '../client/duty'
import type { TableModel } from '../client/fold'
import { narrate, question } from '../client/narrate'
import { callsOf, present } from '../client/present'
import { TableClient } from '../client/table.svelte'
import type { Coach } from '../coach/coach'
import type { Action, Refused, TableEvent } from '../protocol'
import { settings } from '../settings.svelte'
import { say, speech } from '../speech.svelte'
import { effects, refusal } from './effects'
import type { Game } from './game'
import { TableTalk } from './tabletalk.svelte'

/** Why a table cannot be entered; what is not here is only a matter of time. */
const SHUT: Record<string, 'ui.join.none' | 'ui.join.private' | 'ui.join.tries'> = {
  'no-such-table': 'ui.join.none',
  'no-watching': 'ui.join.private',
  'too-many-tries': 'ui.join.tries',
}

/** A person at a table of the server: the table as it is drawn for them, in words, and what they do. */
export class TableController implements Game {
  readonly client: TableClient
  readonly talk: TableTalk
  readonly #coaching: Coaching
  announced = $state('')
  told = $state('')
  /** Why the table cannot be entered. */
  shut = $state<(typeof SHUT)[string] | null>(null)
  #reasons = $state.raw<TableState['reasons']>({})
  readonly #roomy = new MediaQuery('(min-height: 700px)')
  // Times are told as of now; the bars that show them move by themselves.
  readonly #table = $derived.by(() => {
    if (!this.client.model) return null
    const words = { hint: this.#hint, reasons: this.#reasons }
    return present(this.client.model, words, performance.now() - this.client.receivedAt)
  })

  readonly #window = $derived.by(() => {
    const { window: open, settings: rules } = this.client.model ?? {}
    if (!open) return null
    const left = Math.max(0, open - (performance.now() - this.client.windowAt))
    return { left, of: Math.max(open, rules?.double_window ?? 0) }
  })

  constructor(
    code: string,
    readonly leave: () => void,
  ) {
    this.client = new TableClient(code, {
      happened: (events, before, after) => this.#happened(events, before, after),
      refused: (answer, isMove) => this.#refused(answer, isMove),
    })
    this.talk = new TableTalk(this.client)
    this.#coaching = new Coaching(this.client)
  }

  get model(): TableModel | null {
    return this.client.model
  }

  /** Whether a deal has begun: without one there is nothing to draw. */
  get isDealt(): boolean {
    return this.#table !== null
  }

  get table(): TableState {
    return this.#table as TableState
  }

  get #here(): TableModel {
    return this.client.model as TableModel
  }

  get legal(): readonly Action[] {
    return this.#here.view?.legal ?? []
  }

  get calls() {
    const { view } = this.#here
    return view ? callsOf(view) : []
  }

  get results() {
    return this.#here.results
  }

  get totals() {
    return this.#here.totals
  }

  get window() {
    return this.#window
  }

  get isOffline(): boolean {
    return this.client.status !== 'live'
  }

  get isPaused(): boolean {
    return this.#here.is_paused
  }

  get isHost(): boolean {
    return this.#here.host === this.#here.you
  }

  get coach(): Coach | null {
    return hasCoach(this.#here) ? this.#coaching : null
  }

  get pending(): Card | null {
    const action = this.client.pending?.action
    return action?.act === 'play' ? action.card : null
  }

  get showsLastTrick(): boolean {
    return this.#here.settings.last_trick ?? true
  }

  get watchers(): number {
    return this.#here.watchers
  }

  get had(): number | null {
    return this.#here.had
  }

  /** Whether a bot has our seat; whoever only lost the line has it again by coming back. */
  get isReplaced(): boolean {
    const { seat, had, seats } = this.#here
    return seat === null && had !== null && seats[had]?.kind === 'bot'
  }

  act(action: Action): boolean {
    const isSent = this.client.act(action)
    if (!isSent && this.isOffline) this.told = say('ui.offline')
    return isSent
  }

  /** The server knows why a card may not be played. */
  async ask(card: Card): Promise<void> {
    if (this.#reasons[card] || !this.#table?.playable) return
    const { number } = this.#table.trick
    const answer = await this.client.why({ act: 'play', card })
    if (!answer || this.#table?.trick.number !== number) return
    this.#tell(answer)
    if (this.told) this.#reasons = { ...this.#reasons, [card]: this.told }
  }

  pause(): void {
    this.client.send({ do: this.isPaused ? 'resume' : 'pause' })
  }

  remove(seat: number): void {
    this.client.send({ do: 'unseat', seat })
  }

  sit(seat: number): void {
    this.client.send({ do: 'sit', seat })
  }

  close(): void {
    this.client.close()
  }

  get #hint(): string {
    const view = this.client.model?.view
    const duty = view && dutyOf(view)
    if (duty) return say(`ui.duty.${duty.kind}`, { suit: speech.words.suit(duty.suit) })
    const isFirst = settings.help && view?.number === 0 && this.#roomy.current
    return say(isFirst ? 'ui.tip.play' : 'ask.play')
  }

  #happened(events: readonly TableEvent[], before: TableModel, after: TableModel): void {
    const { words } = speech
    this.announced = [narrate(words, events, after), question(words, after)]
      .filter(Boolean)
      .join(' ')
    this.told = ''
    if (events.some((event) => event.event === 'card-played' || event.event === 'deal-began'))
      this.#reasons = {}
    effects(events, before, after)
  }

  #refused(answer: Refused, isMove: boolean): void {
    if (this.client.model === null) this.shut = SHUT[answer.code] ?? null
    else if (isMove) this.#tell(answer)
  }

  /** Say why something is refused, as far as the rules refuse it. */
  #tell({ refusal: why }: Refused): void {
    const { seats, seat } = this.#here
    const names = seats.map((one) => one.name ?? '')
    this.told = why ? speech.words.refusal(why, names, seat) : ''
    refusal()
  }
}
