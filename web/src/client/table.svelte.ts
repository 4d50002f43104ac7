// The one agent between a table on the server and what is drawn of it.

import type { Action, ClientMessage, Hint, Refused, ServerMessage, TableEvent } from '../protocol'
import { fold, follow, type TableModel } from './fold'
import { carriesOut, type Pending } from './pending'
import { ShareKeeper } from './shares'
import { type Status, TableSocket } from './socket'

export interface TableListener {
  /** Called for each batch before the model moves on, so that it can be animated. */
  happened?(events: readonly TableEvent[], before: TableModel, after: TableModel): void
  /** Something that was asked for was refused; `isMove` if it was the pending move. */
  refused?(refused: Refused, isMove: boolean): void
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
  /** When the double window that is open was told of. */
  windowAt = 0
  private readonly socket: TableSocket
  private readonly shares = new ShareKeeper()
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
      since: () => this.model?.seq ?? 0,
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
    for (const resolve of this.questions.values()) resolve(null)
    this.questions.clear()
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.receivedAt = this.windowAt = performance.now()
        this.model = message
        this.pending = null
        if (message.draw && !message.draw.is_closed) this.giveShare(message, message.draw.deal)
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
    const isMove = this.pending !== null && message.key === this.pending.key
    if (isMove) this.pending = null
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
    if (message.events.some(({ event }) => event === 'bid-made' || event === 'resumed'))
      this.windowAt = this.receivedAt
    const action = this.pending?.action
    if (action && message.events.some((event) => carriesOut(event, before.seat, action)))
      this.pending = null
    this.listener.happened?.(message.events, before, after)
    this.model = after
    for (const event of message.events) this.note(event, after)
  }

  private note(event: TableEvent, model: TableModel): void {
    if (event.event === 'deal-committed') this.giveShare(model, event.deal)
    if (event.event !== 'shares-closed') return
    const opened = this.shares.open(event.deal)
    if (opened) this.send(opened)
  }

  private giveShare(model: TableModel, deal: number): void {
    const given = model.draw?.shares.some((share) => share.seat === model.seat)
    if (model.seat === null || given) return
    this.send(this.shares.commit(model.draw?.table || model.table, deal, model.seat))
  }
}
