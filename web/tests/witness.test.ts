// What a witness hears and must find, for the witness in Python and this one alike: recorded by the
// server (tests/server/witness_cases.py).

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../src/client/findings'
import type { Sighting } from '../src/client/sightings'
import { Witness } from '../src/client/witness'
import type { ServerMessage } from '../src/protocol'

type Step =
  | { hear: ServerMessage }
  | { give: { seat: number; value: string } }
  | { answered: true }
  | { lost: true }
  | { reload: true }

const data = (file: string) =>
  gunzipSync(readFileSync(new URL(file, `file://${import.meta.dirname}/`))).toString()

const { steps, cases } = JSON.parse(data('../../tests/data/witness.json.gz')) as {
  steps: Step[]
  cases: { name: string; log: number[]; finds: Finding[] }[]
}

/** Returns what a witness who goes through a log says of each deal in the end. */
function findings(log: readonly Step[]): Finding[] {
  const kept = new Map<string, string>()
  const found = new Map<string, Finding>()
  const made = () =>
    new Witness(
      {
        get: (table, deal) => JSON.parse(kept.get(`${table}/${deal}`) ?? 'null'),
        set: (seen: Sighting) => kept.set(`${seen.table}/${seen.deal}`, JSON.stringify(seen)),
      },
      (finding, seen) => found.set(`${seen.table}/${seen.deal}`, finding),
    )
  let witness = made()
  for (const step of log) {
    if ('hear' in step) witness.hear(step.hear)
    else if ('give' in step) witness.give(step.give.seat, step.give.value)
    else if ('answered' in step) witness.answered()
    else if ('lost' in step) witness.lost()
    else witness = made()
  }
  return [...found.values()].sort((a, b) => a.deal - b.deal)
}

describe('a witness', () => {
  it.each(cases.map((one) => [one.name, one] as const))('hears of %s', (_, { log, finds }) => {
    expect(findings(log.map((step) => steps[step]))).toEqual(finds)
  })

  it.each([3, 4, 5, 6, 7])('finds nothing wrong with an evening of %i', (players) => {
    const lines = data(`data/evenings/${players}.jsonl.gz`).split('\n')
    const told = lines.map((line) => JSON.parse(line) as { to: string; message: ServerMessage })
    for (const person of ['p0', 'p1', 'pz']) {
      const mine = told.filter(({ to }) => to === person)
      const found = findings(mine.map(({ message }) => ({ hear: message })))
      expect(found.length).toBeGreaterThan(0)
      expect(new Set(found.map(({ outcome }) => outcome))).toEqual(new Set(['unwitnessed']))
    }
  })
})
