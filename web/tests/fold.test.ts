// Recorded by the server (tests/server/transcripts.py): what it told several people on an evening,
// and what a snapshot would have said each time. Folding the one must give the other.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { follow, type TableModel } from '../src/client/fold'
import type { ServerMessage, Snapshot } from '../src/protocol'

interface Line {
  to: string
  message: ServerMessage
  snapshot: Partial<Snapshot> & { is_same_view?: boolean }
}

function recorded(players: number): Line[] {
  const file = new URL(`data/evenings/${players}.jsonl.gz`, `file://${import.meta.dirname}/`)
  const text = gunzipSync(readFileSync(file)).toString()
  return text.split('\n').map((line) => JSON.parse(line) as Line)
}

/** Returns the whole snapshot: a recording tells only what has changed since the one before. */
function whole(
  before: Snapshot | undefined,
  { is_same_view, ...news }: Line['snapshot'],
): Snapshot {
  const view =
    is_same_view && before?.view && news.view ? { ...before.view, ...news.view } : news.view
  return { ...before, ...news, ...(view === undefined ? {} : { view }) } as Snapshot
}

/**
 * Returns what must agree. Who is there is told by `present`, not by events; and times run on, so
 * they agree only when they have just been told.
 */
function comparable(model: TableModel, after: ServerMessage): unknown {
  const { connected, watchers, watching, timing, window, ...rest } = model
  const isPresence = after.type === 'present' || after.type === 'snapshot'
  const isMove = after.type === 'happened' || after.type === 'snapshot'
  return {
    ...rest,
    ...(isPresence ? { connected, watchers, watching } : {}),
    ...(isMove ? { timing, window } : {}),
  }
}

/** Whoever gets a seat in a running deal is shown its cards by the snapshot that follows. */
const withoutHand = (model: TableModel): TableModel => ({
  ...model,
  view: model.view && { ...model.view, hand: [] },
})

describe.each([3, 4, 5, 6, 7])('an evening of %i', (players) => {
  const lines = recorded(players)

  it.each(['p0', 'p1', 'pz'])('as %s is told it', (person) => {
    let model: TableModel | null = null
    let shown: Snapshot | undefined
    let waits = false
    const mine = lines.filter((line) => line.to === person)
    expect(mine.length).toBeGreaterThan(50)
    for (const { message, snapshot } of mine) {
      const before: TableModel | null = model
      model = follow(model, message) as TableModel
      shown = whole(shown, snapshot)
      const moved = model.view !== null && before?.seat !== model.seat
      waits = message.type !== 'snapshot' && (waits || moved)
      const [found, wanted] = waits ? [model, shown].map(withoutHand) : [model, shown]
      expect(comparable(found, message), JSON.stringify(message)).toEqual(
        comparable(wanted, message),
      )
    }
  })
})
