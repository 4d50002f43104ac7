// A server that says what a test wants, in the place of the browser's WebSocket.

import { vi } from 'vitest'
import type { ClientMessage, ServerMessage } from '../src/protocol'

/** All sockets that were opened; the last one is the present line. */
export class FakeSocket {
  static readonly OPEN = 1
  static opened: FakeSocket[] = []
  readyState = 0
  sent: ClientMessage[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  constructor(readonly url: string) {
    FakeSocket.opened.push(this)
  }

  static get line(): FakeSocket {
    return FakeSocket.opened.at(-1) as FakeSocket
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage)
  }

  close(): void {
    this.cut()
  }

  // What the test does in the server's place

  accept(): void {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }

  say(message: ServerMessage | { type: string; [field: string]: unknown }): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  cut(): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose?.()
  }

  /** The last message of a kind that was sent over this line. */
  last<K extends ClientMessage['do']>(kind: K): Extract<ClientMessage, { do: K }> {
    return this.sent.findLast((message) => message.do === kind) as Extract<ClientMessage, { do: K }>
  }
}

/** Put the fake in the place of every WebSocket. */
export function noServer(): void {
  FakeSocket.opened = []
  vi.stubGlobal('WebSocket', FakeSocket)
}
