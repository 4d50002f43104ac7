// The connection to a table: it comes back by itself and asks for what it missed.

import type { ClientMessage, ServerMessage } from '../protocol'

export type Status = 'connecting' | 'live' | 'lost' | 'ended'

export interface SocketHandlers {
  /** Called with every message, in order. */
  message(message: ServerMessage): void
  status(status: Status): void
  /** Returns the first event not seen yet, or 0 for a whole snapshot. */
  since(): number
}

const FIRST_DELAY = 300
const LONGEST_DELAY = 5_000

export class TableSocket {
  private socket: WebSocket | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private delay = FIRST_DELAY
  private isClosed = false

  constructor(
    private readonly table: string,
    private readonly handlers: SocketHandlers,
    private readonly url = socketUrl(),
  ) {
    addEventListener('online', this.retryNow)
    document.addEventListener('visibilitychange', this.retryNow)
    this.connect()
  }

  /** Sends a message; returns false if there is no connection to send it over. */
  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  /** Asks for what was missed, or for the whole table. */
  rejoin(): void {
    this.send({ do: 'join', table: this.table, since: this.handlers.since() })
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
    removeEventListener('online', this.retryNow)
    document.removeEventListener('visibilitychange', this.retryNow)
    this.socket?.close()
  }

  private connect(): void {
    this.handlers.status('connecting')
    const socket = new WebSocket(this.url)
    this.socket = socket
    socket.onopen = () => {
      this.delay = FIRST_DELAY
      this.handlers.status('live')
      this.rejoin()
    }
    socket.onmessage = (event) => {
      this.handlers.message(JSON.parse(String(event.data)) as ServerMessage)
    }
    socket.onclose = () => {
      if (this.socket === socket) this.lost()
    }
  }

  private lost(): void {
    this.socket = null
    if (this.isClosed) return
    this.handlers.status('lost')
    // A server that comes back should not meet all its clients in the same moment.
    const wait = this.delay * (0.5 + Math.random())
    this.delay = Math.min(LONGEST_DELAY, this.delay * 2)
    this.timer = setTimeout(() => this.connect(), wait)
  }

  private readonly retryNow = (): void => {
    if (this.socket !== null || this.isClosed || document.hidden) return
    clearTimeout(this.timer)
    this.delay = FIRST_DELAY
    this.connect()
  }
}

function socketUrl(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/ws`
}
