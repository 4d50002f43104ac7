import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TableSocket } from '../src/client/socket'
import { FakeSocket, noServer } from './line'

let socket: TableSocket
let since = 0
const heard = vi.fn()
const status = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  noServer()
  heard.mockClear()
  status.mockClear()
  since = 0
  socket = new TableSocket('TABLE1', { message: heard, status, since: () => since }, 'ws://here')
})

afterEach(() => {
  socket.close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the line to a table', () => {
  it('joins as soon as it is open, and sends nothing before', () => {
    expect(socket.send({ do: 'leave' })).toBe(false)
    FakeSocket.line.accept()
    expect(FakeSocket.line.sent).toEqual([{ do: 'join', table: 'TABLE1', since: 0 }])
    expect(socket.send({ do: 'leave' })).toBe(true)
    expect(status.mock.calls.flat()).toEqual(['connecting', 'live'])
  })

  it('comes back by itself, a little later each time, and asks for what it missed', () => {
    FakeSocket.line.accept()
    since = 17
    for (const wait of [300, 600, 1200, 2400, 4800, 5000, 5000]) {
      FakeSocket.line.cut()
      expect(socket.send({ do: 'leave' })).toBe(false)
      const before = FakeSocket.opened.length
      vi.advanceTimersByTime(wait - 1)
      expect(FakeSocket.opened).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(FakeSocket.opened).toHaveLength(before + 1)
    }
    FakeSocket.line.accept()
    expect(FakeSocket.line.sent).toEqual([{ do: 'join', table: 'TABLE1', since: 17 }])
  })

  it('does not wait when the browser says that there is a line again', () => {
    FakeSocket.line.accept()
    FakeSocket.line.cut()
    dispatchEvent(new Event('online'))
    expect(FakeSocket.opened).toHaveLength(2)
    vi.advanceTimersByTime(10_000)
    expect(FakeSocket.opened).toHaveLength(2)
  })

  it('stays closed once it is closed', () => {
    FakeSocket.line.accept()
    socket.close()
    dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.opened).toHaveLength(1)
    expect(status).not.toHaveBeenCalledWith('lost')
  })

  it('hands on every message, in order', () => {
    FakeSocket.line.accept()
    FakeSocket.line.say({ type: 'done', key: 'a' })
    FakeSocket.line.say({ type: 'done', key: 'b' })
    expect(heard.mock.calls.map(([message]) => message.key)).toEqual(['a', 'b'])
  })
})
