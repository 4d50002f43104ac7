// The fold is a function of the set of events (§14.1): drawn sets, in every order and repetition.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isDealEvent } from '../../src/pad/events'
import { fold, foldLog } from '../../src/pad/fold'
import { changes, history, otherHistory } from '../../src/pad/history'
import type { Pad, PadEvent, Pen, Role } from '../../src/pad/protocol'
import { stamp, standing, undo } from '../../src/pad/writing'
import { vectors } from './vectors'

const PAD = 'QK7M2XPA24'
const AT = '2026-11-18T21:40:00+01:00'
const DEVICES = ['QK7M2XPA', 'B3CDEFGH', 'ZZ9Y8X7W']
const ROLES: Role[] = ['keeper', 'keeper', 'helper', 'arbiter', 'viewer']
const SEED = 12
/** A slow machine is no failure. */
const PATIENT = 600_000
const LOGS = vectors<{ events: PadEvent[]; state: Pad | null }>('logs').filter(
  ({ events, state }) => events.length > 20 && state !== null,
)

/** What becomes of an event of a log: its id, base, depth, clock and role are drawn anew. */
const changed = fc.record({
  from: fc.nat(10_000),
  device: fc.nat(2),
  nth: fc.integer({ min: 1, max: 9 }), // number 0 is the opening
  base: fc.option(fc.tuple(fc.nat(2), fc.nat(9)), { nil: null }),
  depth: fc.nat(3),
  clock: fc.integer({ min: 1, max: 9 }),
  role: fc.constantFrom(...ROLES),
  key: fc.nat(),
  isTwice: fc.boolean(),
})
type Changed = typeof changed extends fc.Arbitrary<infer T> ? T : never

/** The opening of a log, and what was made of so many events of the rest. */
const drawn = (most: number) =>
  fc.record({
    log: fc.nat(LOGS.length - 1),
    changes: fc.array(changed, { maxLength: most, size: 'max' }),
  })

function eventsOf({ log, changes }: { log: number; changes: Changed[] }): PadEvent[] {
  const { events } = LOGS[log]
  const openings = events.filter(({ event }) => event === 'pad-opened')
  return [...openings, ...changes.map((change) => tangled(events, change))]
}

function tangled(events: readonly PadEvent[], change: Changed): PadEvent {
  const { device, nth, base, depth, clock, role } = change
  const event = events[change.from % events.length]
  const id = `${DEVICES[device]}:${nth}`
  if (!isDealEvent(event)) return { ...event, id, clock, role }
  return {
    ...event,
    id,
    clock,
    role,
    deal: event.deal % 2,
    depth,
    base: base && `${DEVICES[base[0]]}:${base[1]}`,
  }
}

/** The same set in another order, with some of it twice. */
function jumbled(events: readonly PadEvent[], changes: readonly Changed[]): PadEvent[] {
  const keyed = events.map((event, at) => ({ event, change: changes[at % (changes.length || 1)] }))
  return keyed
    .sort((one, other) => (one.change?.key ?? 0) - (other.change?.key ?? 0))
    .flatMap(({ event, change }) => (change?.isTwice ? [event, structuredClone(event)] : [event]))
    .reverse()
}

it.each([
  [10_000, 20],
  [1_000, 60],
])(
  'every order and repetition of %i sets of up to %i events gives the same state',
  (numRuns, most) => {
    fc.assert(
      fc.property(drawn(most), (draw) => {
        const events = eventsOf(draw)
        const state = fold(PAD, events)
        expect(state).not.toBeNull()
        const again = fold(PAD, jumbled(events, draw.changes))
        expect(JSON.stringify(again)).toBe(JSON.stringify(state))
      }),
      { numRuns, seed: SEED },
    )
  },
  PATIENT,
)

it('no event is lost from the histories', () => {
  fc.assert(
    fc.property(drawn(40), (draw) => {
      const folded = foldLog(PAD, eventsOf(draw))!
      const deals = new Set(folded.log.filter(isDealEvent).map((event) => event.deal))
      const told = [...deals].flatMap((deal) => history(folded, deal))
      const ids = [...told, ...otherHistory(folded)].map((note) => note.id)
      expect(ids.sort()).toEqual(folded.log.map((event) => event.id).sort())
    }),
    { numRuns: 300, seed: SEED },
  )
})

const PEN: Pen = { device: 'AAAAAAAA', role: 'keeper', by: '' }

it('undo of undo is the entry before', () => {
  let tried = 0
  for (const { events } of LOGS) {
    let folded = foldLog(PAD, events)!
    const deal = folded.leaves.findIndex((leaves) => leaves.length === 1)
    if (deal < 0 || standing(folded, deal)?.role === 'arbiter') continue
    const before = folded.pad.entries[deal]
    const undone = [0, 1].map(() => {
      folded = foldLog(PAD, [...folded.log, undo(folded, PEN, AT, deal)!])!
      return folded.pad.entries[deal]
    })
    expect(undone[1]).toEqual(before)
    expect(changes(before, undone[1])).toEqual([])
    tried += 1
  }
  expect(tried).toBeGreaterThan(50)
})

it('the first event of a device is number 0 at clock 1', () => {
  expect(stamp(null, PEN, AT)).toEqual({ ...PEN_STAMP, id: 'AAAAAAAA:0', clock: 1 })
  const late = { ...LOGS[0].events[0], clock: 999_999 } as PadEvent
  expect(stamp(foldLog(PAD, [late]), PEN, AT).clock).toBe(999_999)
})

const PEN_STAMP = { role: 'keeper', by: '', at: AT }
