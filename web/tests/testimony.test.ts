import { describe, expect, it } from 'vitest'
import type { Sighting } from '../src/client/sightings'
import { evidence, holds, isWitnessed, testimonies } from '../src/client/testimony'
import type { Proof, ProvenRecord } from '../src/client/verify'
import { seenOf } from '../src/gallery/samples'
import proven from './data/proven.json'

const record = proven as ProvenRecord
const proofs = proven.proof as Proof[]
/** A record whose first secret is another. */
const rewritten: ProvenRecord = {
  ...record,
  proof: [{ ...proofs[0], secret: '0'.repeat(64) }, proofs[1]],
}
const summary = (given: ProvenRecord | null, sightings: Sighting[]) =>
  testimonies(given, sightings).map((one) => [
    one.deal,
    one.verdict?.fault,
    one.finding?.outcome,
    holds(one),
  ])

describe('a record and a witness', () => {
  it('agree where the browser was there; the rest is the record’s word', () => {
    expect(summary(record, [seenOf(record, 0)])).toEqual([
      [0, null, 'witnessed', true],
      [1, null, undefined, true],
    ])
    expect(testimonies(record, [seenOf(record, 0)]).filter(isWitnessed)).toHaveLength(1)
  })

  it('do not agree on another commitment, share or hand, however well the record fits', () => {
    const [share, ...others] = proofs[0].shares
    for (const part of [
      { commitment: '1'.repeat(64) },
      { shares: [{ ...share, commitment: '1'.repeat(64) }, ...others] },
      { held: [...record.deals[0].hands].reverse() },
      { dealer: (record.deals[0].dealer + 1) % 3 },
      { table: 'ANOTHER' },
    ] satisfies Partial<Sighting>[])
      expect(summary(record, [seenOf(record, 0, part)])[0]).toEqual([0, null, 'failed', false])
  })

  it('do not agree on a record whose hands are not those of the table', () => {
    // Another dealer deals the same pack to other seats, and the record says so all along.
    const moved = structuredClone(proven)
    moved.deals[0].dealer = (moved.deals[0].dealer + 1) % 3
    moved.deals[0].hands.unshift(moved.deals[0].hands.pop() as string[])
    expect(summary(moved as ProvenRecord, [])[0]).toEqual([0, null, undefined, true])
    expect(summary(moved as ProvenRecord, [seenOf(record, 0)])[0]).toEqual([
      0,
      null,
      'failed',
      false,
    ])
  })

  it('is a record that fails by itself, whatever was seen', () => {
    expect(summary(rewritten, [])[0]).toEqual([0, 'secret', undefined, false])
    const { proof: _, ...bare } = record
    expect(summary(bare, [seenOf(record, 0)])[0]).toEqual([0, 'missing', 'witnessed', false])
  })

  it('do not agree if another secret was revealed at the table', () => {
    const revealed = { ...proofs[0], secret: '0'.repeat(64) }
    expect(summary(record, [seenOf(record, 0, { revealed })])[0]).toEqual([
      0,
      null,
      'failed',
      false,
    ])
  })

  it('do not agree if the record leaves out what was seen to its end', () => {
    const short: ProvenRecord = { ...record, deals: record.deals.slice(0, 1), proof: [proofs[0]] }
    const [, gone] = testimonies(short, [seenOf(record, 0), seenOf(record, 1)])
    expect([gone.deal, gone.isGone, holds(gone)]).toEqual([1, true, false])
    const half = seenOf(record, 1, { revealed: null })
    expect(testimonies(short, [half])).toHaveLength(1)
  })

  it('is what was seen alone as long as there is no record', () => {
    const running = seenOf(record, 1, { revealed: null })
    expect(summary(null, [seenOf(record, 0), running])).toEqual([[0, undefined, 'witnessed', true]])
  })

  it('can be shown to others', () => {
    const failed = testimonies(record, [seenOf(record, 0, { commitment: '1'.repeat(64) })])
    const told = JSON.parse(evidence(failed.slice(0, 1), record.players, record))
    expect([told.format, told.players, told.record]).toEqual([
      'batarde-seen/1',
      record.players,
      record,
    ])
    expect(told.deals[0].seen.own.value).toBe(proofs[0].shares[0].value)
    expect(told.deals[0].finding.faults[0].what).toBe('commitment')
  })
})
