import { MediaQuery } from 'svelte/reactivity'
import type { Card } from '../cards'
import type { TableState } from '../cardtable/state'
import { Coaching, hasCoach } from '../client/coaching.svelte'
import { dutyOf } from '../client/duty'
import type { TableModel } from '../client/fold'
import { narrate, question } from '../client/narrate'
import { callsOf, present } from '../client/present'
import { TableClient } from '../client/table.svelte'
import { isWitnessed } from '../client/testimony'
import { tidings } from '../client/tidings'
import type { Coach } from '../coach/coach'
import type { Action, Refused, TableEvent } from '../protocol'
import { settings } from '../settings.svelte'
import { namesOf, say, speech } from '../speech.svelte'
import { effects, refusal } from './effects'
import type { Fairness, Game, Watchers } from './game'
import { Heard } from './heard.svelte'
import { TableTalk } from './tabletalk.svelte'

/** Why one cannot be at a table. */
const SHUT = {
  'no-such-table': 'ui.join.none',
  'no-watching': 'ui.join.private',
  'too-many-tries': 'ui.join.tries',
  removed: 'ui.join.removed',
} as const

/** After these somebody else may sit on a seat. */
const SEATING: ReadonlySet<TableEvent['event']> = new Set([
  'person-seated',
  'bot-seated',
  'seat-left',
  'game-started',
])

/** A person at a table of the server: the table as it is drawn for them, in words, and what they do. */
export class TableController implements Game {
  readonly client: TableClient
  readonly talk: TableTalk
  readonly #coaching: Coaching
  announced = $state('')
  told = $state('')
  /** Why we cannot be at the table. */
  shut = $state<keyof typeof SHUT | null>(null)
  readonly #heard = new Heard()
  #reasons = $state.raw<TableState['reasons']>({})
  readonly #roomy = new MediaQuery('(min-height: 700px)')
  // Times are told as of now; the bars that show them move by themselves.
  readonly #table = $derived.by(() => {
    const { model } = this.client
    if (!model) return null
    const told = {
      hint: this.#hint,
      reasons: this.#reasons,
      called: (name: string) => speech.words.called(name),
      names: namesOf(model.seats),
      talk: this.#heard.talk,
    }
    return present(model, told, performance.now() - this.client.receivedAt)
  })

  readonly #window = $derived.by(() => {
    const { window: open, settings: rules } = this.client.model ?? {}
    if (!open) return null
    const left = Math.max(0, open - (performance.now() - this.client.receivedAt))
    return { left, of: Math.max(open, rules?.double_window ?? 0) }
  })

  readonly #fairness = $derived.by((): Fairness => {
    const game = this.client.model?.game ?? ''
    const found = this.client.witnessed
    const here = found.filter(({ seen }) => seen.table === game)
    const last = here.reduce<(typeof here)[number] | null>(
      (best, one) => (best && best.finding.deal > one.finding.deal ? best : one),
      null,
    )
    return {
      game,
      last: last && isWitnessed(last) ? last.finding.deal : null,
      witnessed: here.filter(isWitnessed).length,
      failed: found.filter(({ finding }) => finding.outcome === 'failed'),
    }
  })

  constructor(
    code: string,
    readonly leave: () => void,
  ) {
    this.client = new TableClient(code, {
      happened: (events, before, after) => this.#happened(events, before, after),
      refused: (answer, isMove) => isMove && this.#tell(answer),
      shut: (code) => this.#leave(code as keyof typeof SHUT),
      entered: () => (this.shut = null),
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

  get fairness(): Fairness {
    return this.#fairness
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

  /** Why we cannot be at the table, in words. */
  get reason(): string {
    return this.shut ? say(SHUT[this.shut]) : ''
  }

  /** Whether it may be worth another try. */
  get mayRetry(): boolean {
    return this.shut === 'no-watching'
  }

  get players(): readonly string[] {
    return this.#here.seats.map((seat) => seat.player ?? '')
  }

  get watchers(): Watchers {
    const { watchers: number, watching, settings: rules, you: me } = this.#here
    const people = watching.map(({ player, name }) => ({ player, name: speech.words.called(name) }))
    return { number, people, me, isAllowed: rules.watchable ?? true }
  }

  get promised(): number | null {
    const { promised, you } = this.#here
    return promised.find(({ player }) => player === you)?.seat ?? null
  }

  get note() {
    return this.#heard.note
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

  unseat(seat: number): void {
    this.client.send({ do: 'unseat', seat })
  }

  remove(player: string): void {
    this.client.send({ do: 'remove', player })
  }

  allowWatching(allowed: boolean): void {
    this.client.send({ do: 'watching', allowed })
  }

  sit(seat?: number): void {
    this.client.send({ do: 'sit', seat: seat ?? null })
  }

  stand(): void {
    this.client.send({ do: 'stand' })
  }

  retry(): void {
    this.client.rejoin()
  }

  close(): void {
    this.client.close()
    this.#heard.close()
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
    if (events.some(({ event }) => SEATING.has(event))) this.#heard.clear()
    const heard = tidings(words, events, before, after, this.talk.muted)
    for (const tiding of heard) {
      if (!tiding.isShown) this.#heard.hear(tiding)
      if (tiding.words) this.talk.unread += 1
    }
    const told = heard.map(({ text }) => text)
    const asked = question(words, after)
    const isNew = asked !== question(words, before) // talk does not ask again
    this.announced = [...told, narrate(words, events, after), isNew ? asked : '']
      .filter(Boolean)
      .join(' ')
    this.told = ''
    if (events.some((event) => event.event === 'card-played' || event.event === 'deal-began'))
      this.#reasons = {}
    effects(events, before, after)
  }

  /** We are not at the table, or not any more. */
  #leave(code: keyof typeof SHUT): void {
    this.shut = code
    if (code === 'removed') this.close()
  }

  /** Say why something is refused, as far as the rules refuse it. */
  #tell({ refusal: why }: Refused): void {
    const { seats, seat } = this.#here
    this.told = why ? speech.words.refusal(why, namesOf(seats), seat) : ''
    refusal()
  }
}
