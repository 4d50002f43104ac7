// The one agent between a table on the server and what is drawn of it.

import type { Action, ClientMessage, Hint, Refused, ServerMessage, TableEvent } from '../protocol'
import { type Finding, find } from './findings'
import { fold, follow, type TableModel } from './fold'
import { KeptSightings } from './kept'
import { carriesOut, type Pending } from './pending'
import { freshShare } from './shares'
import { type Sighting, shareOf } from './sightings'
import { type Status, TableSocket } from './socket'
import { shareKey, Witness } from './witness'

/** Without the key of a command these say that we are not at the table. */
const SHUT: ReadonlySet<string> = new Set([
  'no-such-table',
  'no-watching',
  'removed',
  'too-many-tries',
])

export interface TableListener {
  /** Called for each batch before the model moves on, so that it can be animated. */
  happened?(events: readonly TableEvent[], before: TableModel, after: TableModel): void
  /** Something that was asked for was refused; `isMove` if it was the pending move. */
  refused?(refused: Refused, isMove: boolean): void
  /** The table cannot be entered, or not be stayed at, for this reason. */
  shut?(code: string): void
  /** We are at the table. */
  entered?(): void
}

/** A deal as this browser saw it, and what there is to say of it. */
export interface Witnessed {
  seen: Sighting
  finding: Finding
}

/** What comes back to a question that changes nothing in the game. */
type Answer = Hint | Refused | null
type Question = Extract<ClientMessage, { do: 'why' | 'coach' }>

/** Follows a table and acts at it; `model` is null until the first snapshot. */
export class TableClient {
  model: TableModel | null = $state.raw(null)
  status: Status = $state('connecting')
  /**
   * The move that was sent and not yet answered; there is at most one. The event that carries it
   * out ends it, or the refusal of its key, a snapshot, a lost line; nothing else does.
   */
  pending: Pending | null = $state.raw(null)
  /** When the times of the model were told, to count clocks down from. */
  receivedAt = 0
  /** The deals that were revealed, or are at fault before: of this game, and of others seen here. */
  witnessed: readonly Witnessed[] = $state.raw([])
  /** The server has let us go: what comes next is a whole table, or nothing. */
  private isOut = false
  private readonly socket: TableSocket
  private readonly kept = new KeptSightings()
  private readonly witness = new Witness(this.kept, (finding, seen) => this.found(finding, seen))
  /** The keys of the last share that was sent over this line, and of its opening. */
  private boundBy = ''
  private openedBy = ''
  /** By key: who waits for an answer. */
  private readonly questions = new Map<string, (answer: Answer) => void>()
  private keys = 0

  constructor(
    table: string,
    private readonly listener: TableListener = {},
  ) {
    this.socket = new TableSocket(table, {
      message: (message) => this.receive(message),
      status: (status) => {
        this.status = status
        if (status === 'lost') this.forget()
      },
      since: () => (this.isOut ? 0 : (this.model?.seq ?? 0)),
    })
  }

  /** Sends a move; returns false if there is no line, or the last one is not answered yet. */
  act(action: Action): boolean {
    if (this.model === null || this.pending) return false
    const key = this.key()
    const sent = this.send({ do: 'act', seq: this.model.seq, key, action })
    if (sent) this.pending = { key, action }
    return sent
  }

  /** Asks why an action is refused; null if it is not, or if there is no line to ask over. */
  async why(action: Action): Promise<Refused | null> {
    const answer = await this.ask({ do: 'why', action })
    return answer?.type === 'refused' ? answer : null
  }

  /** Asks the coach; the answer is a refusal if it has none, null if there is no line. */
  coach(step: Hint['advice']['step'], other_packs = false): Promise<Answer> {
    return this.ask({ do: 'coach', step, other_packs })
  }

  private ask(question: Question): Promise<Answer> {
    const key = this.key()
    if (!this.send({ ...question, key })) return Promise.resolve(null)
    return new Promise((resolve) => this.questions.set(key, resolve))
  }

  /** Asks to be let in again. */
  rejoin(): void {
    this.socket.rejoin()
  }

  send(message: ClientMessage): boolean {
    return this.socket.send(message)
  }

  close(): void {
    this.socket.close()
    this.forget()
  }

  private key(): string {
    return `${Date.now().toString(36)}-${this.keys++}`
  }

  /** What was sent may never be answered. */
  private forget(): void {
    this.pending = null
    this.boundBy = this.openedBy = ''
    this.witness.lost()
    for (const resolve of this.questions.values()) resolve(null)
    this.questions.clear()
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.receivedAt = performance.now()
        this.model = message
        this.pending = null
        this.isOut = false
        this.listener.entered?.()
        this.recall(message.game)
        this.witness.hear(message)
        this.takePart()
        break
      case 'happened':
        this.advance(message)
        break
      case 'hint':
        this.answered(message.key, message)
        break
      case 'present':
        this.model = follow(this.model, message)
        break
      case 'refused':
        this.witness.hear(message)
        if (!this.answered(message.key, message)) this.refused(message)
        break
      case 'done':
        if (!this.answered(message.key, null) && message.key === this.pending?.key)
          this.pending = null
    }
  }

  /** Whether `key` was that of a question, which is answered now. */
  private answered(key: string | undefined, answer: Answer): boolean {
    const resolve = key && this.questions.get(key)
    if (!resolve) return false
    this.questions.delete(key)
    resolve(answer)
    return true
  }

  private refused(message: Refused): void {
    if (!message.key && SHUT.has(message.code)) {
      this.isOut = true
      this.forget()
      this.listener.shut?.(message.code)
      return
    }
    const isMove = this.pending !== null && message.key === this.pending.key
    if (isMove) this.pending = null
    // The server has let us go, so that we come in again; or it did, and we were not told.
    if (message.code === 'rejoin' || message.code === 'no-table') this.socket.rejoin()
    this.listener.refused?.(message, isMove)
  }

  private advance(message: Extract<ServerMessage, { type: 'happened' }>): void {
    const before = this.model
    if (before === null) return
    if (message.seq + message.events.length <= before.seq && message.events.length > 0) return
    if (message.seq !== before.seq) {
      this.socket.rejoin()
      return
    }
    const after = fold(before, message)
    this.receivedAt = performance.now()
    const action = this.pending?.action
    if (action && message.events.some((event) => carriesOut(event, before.seat, action))) {
      this.pending = null
      this.witness.answered()
    }
    this.listener.happened?.(message.events, before, after)
    this.model = after
    this.witness.hear(message)
    this.takePart()
  }

  /** Give our own randomness to the deal that is drawn: bound first, then opened. */
  private takePart(): void {
    const seen = this.witness.current
    const seat = this.model?.seat ?? null
    if (!seen || seat === null) return
    if (!seen.is_closed && !shareOf(seen.shares, seat)) this.bindShare(seen.deal, seat)
    else this.openShare(seen.deal, this.witness.opening())
  }

  private bindShare(deal: number, seat: number): void {
    const commitment = this.witness.give(seat, freshShare())
    const key = shareKey(commitment)
    if (key !== this.boundBy && this.send({ do: 'commit-share', key, deal, commitment }))
      this.boundBy = key
  }

  private openShare(deal: number, share: string): void {
    const key = shareKey(share)
    if (share && key !== this.openedBy && this.send({ do: 'open-share', key, deal, share }))
      this.openedBy = key
  }

  /** What was seen of this game before the page was loaded. */
  private recall(game: string): void {
    if (!game || this.witnessed.some(({ seen }) => seen.table === game)) return
    const before = this.kept.ofGame(game).filter((seen) => seen.revealed || seen.faults.length)
    for (const seen of before) this.found(find(seen), seen)
  }

  private found(finding: Finding, seen: Sighting): void {
    const isThis = (one: Witnessed) => one.seen.table === seen.table && one.seen.deal === seen.deal
    const isNews = this.witnessed.find(isThis)?.finding.outcome !== 'failed'
    if (finding.outcome === 'failed' && isNews)
      console.error(`deal ${seen.deal + 1} is not what this browser saw`, finding.faults)
    const others = this.witnessed.filter((one) =>
      one.seen.table === seen.table ? !isThis(one) : one.finding.outcome === 'failed',
    )
    this.witnessed = [...others, { seen, finding }]
  }
}
