import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TableEvent } from '../src/protocol'
import { settings } from '../src/settings.svelte'
import { speech } from '../src/speech.svelte'
import { TableController } from '../src/table/controller.svelte'
import { FakeSocket, noServer } from './line'
import { event, SNAPSHOT, viewing } from './samples'

let at: TableController
const leave = vi.fn()
const happened = (events: TableEvent[], more = {}) => ({
  type: 'happened',
  seq: at.client.model?.seq ?? 0,
  events,
  legal: [],
  timing: null,
  window: 0,
  ...more,
})

beforeEach(async () => {
  await speech.use('en', '2023')
  vi.useFakeTimers()
  noServer()
  settings.sounds = false
  at = new TableController('TABLE1', leave)
  FakeSocket.line.accept()
  FakeSocket.line.say(SNAPSHOT)
})

afterEach(() => {
  at.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the double window', () => {
  const auction = viewing({ phase: 'auction', standing: null, calls: [], plays: [], trick: [] })
  const announced = event({
    event: 'bid-made',
    seat: 1,
    tricks: 1,
    trump: 'S',
    pack: null,
    announces: true,
  })

  it('shows what is left of it to who comes back, not what there was', () => {
    FakeSocket.line.say(auction)
    FakeSocket.line.cut()
    vi.advanceTimersByTime(1000)
    FakeSocket.line.accept()
    FakeSocket.line.say(happened([announced], { window: 500 }))
    expect(at.window).toEqual({ left: expect.closeTo(500, -1), of: 2000 })
  })

  it('runs on while others wave it through, and ends', () => {
    FakeSocket.line.say(auction)
    FakeSocket.line.say(happened([announced], { window: 2000 }))
    FakeSocket.line.say(happened([event({ event: 'waved', seat: 2 })], { window: 1200 }))
    expect(at.window?.left).toBeCloseTo(1200, -1)
    FakeSocket.line.say(happened([event({ event: 'window-closed' })]))
    expect(at.window).toBeNull()
  })
})

describe('somebody who is sent away', () => {
  it('is told so, and does not knock again', () => {
    FakeSocket.line.say({ type: 'refused', code: 'removed' })
    expect([at.reason, at.mayRetry]).toEqual([speech.words.say('ui.join.removed'), false])
    const { length } = FakeSocket.opened
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.opened).toHaveLength(length)
  })

  it('may try again where only watching was ended', () => {
    FakeSocket.line.say({ type: 'refused', code: 'no-watching' })
    expect([at.reason, at.mayRetry]).toEqual([speech.words.say('ui.join.private'), true])
    at.retry()
    FakeSocket.line.say(SNAPSHOT)
    expect(at.shut).toBeNull()
  })
})

describe('a watcher', () => {
  const seats = SNAPSHOT.seats.map((seat, i) => (i === 1 ? { ...seat, player: 'px' } : seat))
  const watching = { ...SNAPSHOT, you: 'pz', seat: null, had: null, seats }

  it('is promised a seat, and may give it back', () => {
    FakeSocket.line.say(watching)
    at.sit()
    expect(FakeSocket.line.last('sit').seat).toBeNull()
    FakeSocket.line.say(
      happened([event({ event: 'seat-promised', seat: 2, player: 'pz', name: '#' })]),
    )
    expect([at.promised, at.table.seats[2].next]).toEqual([2, 'Guest'])
    at.stand()
    expect(FakeSocket.line.last('stand')).toEqual({ do: 'stand' })
    FakeSocket.line.say(happened([event({ event: 'promise-ended', seat: 2 })]))
    expect([at.promised, at.table.seats[2].next]).toEqual([null, ''])
  })
})

describe('talk', () => {
  const said = (text: string, more = {}) =>
    event({ event: 'said', player: 'p1', name: 'Bob', text, seat: 1, ...more })

  it('is unread until it is read, shown at its seat, and read out', () => {
    FakeSocket.line.say(happened([said('One'), said('Two')]))
    expect([at.talk.unread, at.table.seats[1].talk]).toEqual([2, 'Two'])
    expect(at.announced).toContain('Bob: One Bob: Two')
    at.talk.read()
    expect(at.talk.unread).toBe(0)
    for (let i = 0; i < 60; i++) FakeSocket.line.say(happened([said(`${i}`)]))
    expect(at.talk.unread).toBe(60)
  })

  it('does not stay at a seat that somebody else has', () => {
    FakeSocket.line.say(happened([said('Bye')]))
    const bot = event({ event: 'bot-seated', seat: 1, level: 'simple', name: 'Pierrot' })
    FakeSocket.line.say(happened([bot]))
    expect(at.table.seats[1]).toMatchObject({ name: 'Pierrot', talk: '' })
  })

  it('of whoever is muted is none, and talk does not repeat the question', () => {
    at.talk.mute('p1', true)
    FakeSocket.line.say(happened([said('One')], { legal: SNAPSHOT.view?.legal }))
    expect([at.talk.unread, at.table.seats[1].talk, at.announced]).toEqual([0, '', ''])
  })

  it('tells players from watchers', () => {
    FakeSocket.line.say(happened([said('I'), said('not I', { player: 'px', seat: null })]))
    expect(at.talk.said.map(({ seat }) => seat)).toEqual([1, null])
    expect(at.note?.text).toBe('Bob (watching): not I')
  })
})
