import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TableClient } from '../src/client/table.svelte'
import type { Action, TableEvent } from '../src/protocol'
import { FakeSocket, noServer } from './line'
import { event, SNAPSHOT, strange } from './samples'

const CARD: Action = { act: 'play', card: 'RH' }
const played = (seat: number, card: 'RH' | 'MH') =>
  event({ event: 'card-played', seat, card, wins: true })
const said = event({ event: 'said', player: 'p1', name: 'Bob', text: 'Hm.' })
const happened = (...events: TableEvent[]) => ({
  type: 'happened',
  seq: client.model?.seq ?? 0,
  events,
  legal: [],
  timing: null,
  window: 0,
})

let client: TableClient
const refused = vi.fn()
const shut = vi.fn()
const entered = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  noServer()
  localStorage.clear()
  for (const one of [refused, shut, entered]) one.mockClear()
  client = new TableClient('TABLE1', { refused, shut, entered })
  FakeSocket.line.accept()
  FakeSocket.line.say(SNAPSHOT)
})

afterEach(() => {
  client.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the pending move', () => {
  it('is kept with its key from the sending to the event that carries it out', () => {
    expect(client.act(CARD)).toBe(true)
    const { key } = FakeSocket.line.last('act')
    expect(client.pending).toEqual({ key, action: CARD })
    FakeSocket.line.say(happened(said))
    FakeSocket.line.say(happened(played(1, 'MH')))
    expect(client.pending?.action).toEqual(CARD)
    FakeSocket.line.say(happened(played(0, 'RH')))
    expect(client.pending).toBeNull()
  })

  it('is ended by the refusal of its key, and of no other', () => {
    client.act(CARD)
    const { key } = FakeSocket.line.last('act')
    FakeSocket.line.say({ type: 'refused', code: 'too-many', key: 'talk' })
    FakeSocket.line.say({ type: 'refused', code: 'no-talk' })
    expect(client.pending?.key).toBe(key)
    expect(refused.mock.calls.map(([, isMove]) => isMove)).toEqual([false, false])
    FakeSocket.line.say({ type: 'refused', code: 'rules', key })
    expect(client.pending).toBeNull()
    expect(refused.mock.lastCall?.[1]).toBe(true)
  })

  it('is ended by a snapshot, and by the word that it was done before', () => {
    client.act(CARD)
    FakeSocket.line.say(SNAPSHOT)
    expect(client.pending).toBeNull()
    client.act(CARD)
    FakeSocket.line.say({ type: 'done', key: 'another' })
    expect(client.pending).not.toBeNull()
    FakeSocket.line.say({ type: 'done', key: client.pending?.key })
    expect(client.pending).toBeNull()
  })

  it('is ended by a lost line, and does not begin without one', () => {
    client.act(CARD)
    FakeSocket.line.cut()
    expect(client.pending).toBeNull()
    expect(client.act(CARD)).toBe(false)
    expect(client.pending).toBeNull()
    vi.advanceTimersByTime(1000)
    FakeSocket.line.accept()
    expect(FakeSocket.line.last('join').since).toBe(40)
    expect(client.act(CARD)).toBe(true)
  })

  it('is one at a time', () => {
    client.act(CARD)
    expect(client.act({ act: 'double' })).toBe(false)
    expect(client.pending?.action).toEqual(CARD)
  })
})

describe('the model', () => {
  it('follows what happens, and who is there', () => {
    FakeSocket.line.say(happened(played(0, 'RH')))
    FakeSocket.line.say({ type: 'present', connected: [true, false, false], watchers: 2 })
    expect(client.model).toMatchObject({ seq: 41, connected: [true, false, false], watchers: 2 })
    expect(client.model?.view?.hand).toEqual(['MS', 'TH'])
  })

  it('counts who sits down as there, and not among those who watch', () => {
    const watching = [{ player: 'pz', name: 'Zoe' }]
    FakeSocket.line.say({ ...SNAPSHOT, watching, watchers: 3 })
    const zoe = { player: 'pz', name: 'Zoe', seat: 2 }
    FakeSocket.line.say(happened(event({ event: 'person-seated', ...zoe })))
    expect(client.model).toMatchObject({ connected: [true, true, true], watching: [], watchers: 2 })
  })

  it('asks for what it missed, and ignores what it knows', () => {
    FakeSocket.line.say({ ...happened(said), seq: 42 })
    expect(FakeSocket.line.last('join').since).toBe(40)
    FakeSocket.line.say({ ...happened(said), seq: 39 })
    expect(client.model?.seq).toBe(40)
    expect(client.model?.talk).toEqual([])
  })

  it('comes in again when it is told to, or finds itself outside', () => {
    for (const [number, code] of ['rejoin', 'no-table'].entries()) {
      FakeSocket.line.say({ type: 'refused', code })
      const joins = FakeSocket.line.sent.filter((message) => message.do === 'join')
      expect(joins).toHaveLength(number + 2)
      expect(joins.at(-1)).toMatchObject({ table: 'TABLE1', since: 40 })
    }
    FakeSocket.line.say({ ...SNAPSHOT, seq: 44 })
    expect(client.model?.seq).toBe(44)
  })

  it('counts an event that it does not know, and skips such a message', () => {
    FakeSocket.line.say({ type: 'fireworks' })
    FakeSocket.line.say(happened(strange, played(0, 'RH')))
    expect(client.model?.seq).toBe(42)
    expect(client.model?.view?.trick).toEqual(['DH', 'NH', 'RH'])
    expect(FakeSocket.line.sent.filter((message) => message.do === 'join')).toHaveLength(1)
  })
})

describe('the door', () => {
  it.each(['removed', 'no-watching'])('is shut by the word %s, and nothing is pending', (code) => {
    client.act(CARD)
    FakeSocket.line.say({ type: 'refused', code })
    expect(shut.mock.calls).toEqual([[code]])
    expect([client.pending, refused.mock.calls]).toEqual([null, []])
  })

  it('is not shut by what a command is refused with', () => {
    FakeSocket.line.say({ type: 'refused', code: 'no-watching', key: 'k' })
    FakeSocket.line.say({ type: 'refused', code: 'not-host' })
    expect(shut).not.toHaveBeenCalled()
  })

  it('opens with the whole table, which whoever was out asks for', () => {
    FakeSocket.line.say({ type: 'refused', code: 'no-watching' })
    entered.mockClear()
    client.rejoin()
    expect(FakeSocket.line.last('join').since).toBe(0)
    FakeSocket.line.say(SNAPSHOT)
    expect(entered).toHaveBeenCalledOnce()
    client.rejoin()
    expect(FakeSocket.line.last('join').since).toBe(40)
  })
})

describe('a question', () => {
  it('is answered to who asked, and is no move', async () => {
    const answer = client.why({ act: 'play', card: 'MS' })
    const { key, action } = FakeSocket.line.last('why')
    expect([client.pending, action]).toEqual([null, { act: 'play', card: 'MS' }])
    const refusal = { code: 'must-follow', rule: 'P2', suit: 'H' }
    FakeSocket.line.say({ type: 'refused', code: 'rules', key, refusal })
    expect((await answer)?.refusal).toEqual(refusal)
    expect(refused).not.toHaveBeenCalled()
  })

  it('has no answer if the action is legal, or the line is lost', async () => {
    const legal = client.why(CARD)
    FakeSocket.line.say({ type: 'done', key: FakeSocket.line.last('why').key })
    expect(await legal).toBeNull()
    const lost = client.why(CARD)
    FakeSocket.line.cut()
    expect(await lost).toBeNull()
    expect(await client.why(CARD)).toBeNull()
  })
})

describe('our share', () => {
  const draw = { deal: 1, commitment: 'c'.repeat(64), shares: [], is_closed: false, table: 'g' }
  const committed = event({
    event: 'deal-committed',
    deal: 1,
    commitment: 'c'.repeat(64),
    table: 'g',
  })
  const bound = (commitment: string) => event({ event: 'share-committed', seat: 0, commitment })
  const closed = event({ event: 'shares-closed', deal: 1 })
  const given = () => FakeSocket.line.last('commit-share')
  const opened = () => FakeSocket.line.sent.filter((message) => message.do === 'open-share')

  it('is bound once, and opened only when the server has bound it and closed the draw', () => {
    FakeSocket.line.say(happened(committed))
    FakeSocket.line.say(happened(said))
    const bindings = FakeSocket.line.sent.filter((message) => message.do === 'commit-share')
    expect(bindings).toHaveLength(1)
    FakeSocket.line.say(happened(bound(given().commitment)))
    expect(opened()).toEqual([])
    FakeSocket.line.say(happened(closed))
    FakeSocket.line.say(happened(said))
    expect(opened()).toHaveLength(1)
  })

  it('stays closed if another one was bound in its place', () => {
    FakeSocket.line.say(happened(committed, bound('d'.repeat(64)), closed))
    expect(opened()).toEqual([])
  })

  it('is the same after a reload, and is opened then', () => {
    FakeSocket.line.say(happened(committed))
    const { commitment, key } = given()
    client.close()
    client = new TableClient('TABLE1')
    FakeSocket.line.accept()
    FakeSocket.line.say({ ...SNAPSHOT, draw })
    expect([given().commitment, given().key]).toEqual([commitment, key])
    client.close()
    client = new TableClient('TABLE1')
    FakeSocket.line.accept()
    const shares = [{ seat: 0, commitment, value: '' }]
    FakeSocket.line.say({ ...SNAPSHOT, draw: { ...draw, shares, is_closed: true } })
    expect(opened()).toHaveLength(1)
  })

  it('is given again after a lost line if it never arrived', () => {
    FakeSocket.line.say(happened(committed))
    const { commitment } = given()
    FakeSocket.line.cut()
    vi.advanceTimersByTime(1000)
    FakeSocket.line.accept()
    FakeSocket.line.say(happened(said))
    expect(given().commitment).toBe(commitment)
  })
})
