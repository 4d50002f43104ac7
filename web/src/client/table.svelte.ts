// The one agent between a table on the server and what is drawn of it.

import type { Action, ClientMessage, Refused, ServerMessage, TableEvent } from '../protocol'
import { fold, type TableModel } from './fold'
import { ShareKeeper } from './shares'
import { type Status, TableSocket } from './socket'

export interface TableListener {
  /** Called for each batch before the model moves on, so that it can be animated. */
  happened?(events: readonly TableEvent[], before: TableModel, after: TableModel): void
  refused?(refused: Refused): void
}

/** Follows a table and acts at it; `model` is null until the first snapshot. */
export class TableClient {
  model: TableModel | null = $state.raw(null)
  status: Status = $state('connecting')
  /** The action that was sent and not yet answered. */
  pending: Action | null = $state.raw(null)
  /** When the times of the model were told, to count clocks down from. */
  receivedAt = 0
  /** When the double window that is open was told of. */
  windowAt = 0
  private readonly socket: TableSocket
  private readonly shares = new ShareKeeper()
  private keys = 0

  constructor(
    table: string,
    private readonly listener: TableListener = {},
  ) {
    this.socket = new TableSocket(table, {
      message: (message) => this.receive(message),
      status: (status) => {
        this.status = status
        if (status === 'lost') this.pending = null
      },
      since: () => this.model?.seq ?? 0,
    })
  }

  act(action: Action): void {
    if (this.model === null) return
    const sent = this.send({ do: 'act', seq: this.model.seq, key: this.key(), action })
    this.pending = sent ? action : null
  }

  send(message: ClientMessage): boolean {
    return this.socket.send(message)
  }

  close(): void {
    this.socket.close()
  }

  private key(): string {
    return `${Date.now().toString(36)}-${this.keys++}`
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
      case 'present':
        if (this.model) {
          const { connected, watchers } = message
          this.model = { ...this.model, connected, watchers }
        }
        break
      case 'refused':
        this.pending = null
        this.listener.refused?.(message)
        break
      case 'done':
        this.pending = null
    }
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
    if (message.events.some((event) => event.event === 'bid-made')) this.windowAt = this.receivedAt
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
    this.send(this.shares.commit(model.table, deal, model.seat))
  }
}
