// A record held against what this browser saw: deal by deal, what the record proves by itself and what
// the browser can say of it. And what was seen, to be kept and shown to others.

import { type Finding, find, judge } from './findings'
import type { Sighting } from './sightings'
import { isProof, type ProvenRecord, type Verdict, verify } from './verify'

export interface Testimony {
  deal: number
  /** What the record proves; null if there is none yet, or if it leaves out the deal. */
  verdict: Verdict | null
  /** What this browser can say; null if it saw nothing of the deal. */
  finding: Finding | null
  seen: Sighting | null
  /** Whether the record leaves out a deal that was seen to its end. */
  isGone: boolean
}

/** Returns what there is to say of every deal of a record, or of those that were seen, without one. */
export function testimonies(
  record: ProvenRecord | null,
  sightings: readonly Sighting[],
): Testimony[] {
  const told = record ? verify(record).map((verdict) => ofRecord(record, verdict, sightings)) : []
  const more = sightings.filter(
    (seen) => (seen.revealed || seen.faults.length) && !told.some(({ deal }) => deal === seen.deal),
  )
  const others = more.map((seen) => {
    const isGone = record !== null && seen.revealed !== null
    return { deal: seen.deal, verdict: null, finding: find(seen), seen, isGone }
  })
  return [...told, ...others].sort((a, b) => a.deal - b.deal)
}

function ofRecord(
  record: ProvenRecord,
  verdict: Verdict,
  sightings: readonly Sighting[],
): Testimony {
  const { deal } = verdict
  const proof = Array.isArray(record.proof) ? (record.proof[deal] as unknown) : undefined
  const seen = sightings.find((one) => one.deal === deal) ?? null
  const isSound = isProof(proof, record.players.length)
  const finding = seen && (isSound ? judge(seen, proof, record.deals[deal].hands) : find(seen))
  return { deal, verdict, finding, seen, isGone: false }
}

/** Whether nothing speaks against a deal. */
export const holds = ({ verdict, finding, isGone }: Testimony) =>
  !isGone && !verdict?.fault && finding?.outcome !== 'failed'

export const isWitnessed = ({ finding }: { finding: Finding | null }) =>
  finding?.outcome === 'witnessed'

/** Returns what was seen, and what does not fit it, as a text that can be kept and checked. */
export function evidence(
  deals: readonly { seen: Sighting | null; finding: Finding | null }[],
  players: readonly string[],
  record: ProvenRecord | null = null,
): string {
  const told = deals.map(({ seen, finding }) => ({ seen, finding }))
  const server = location.origin
  const all = { format: 'batarde-seen/1', server, players, deals: told, ...(record && { record }) }
  return JSON.stringify(all, null, 1)
}
