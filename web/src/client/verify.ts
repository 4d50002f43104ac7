// Was a game dealt as it was sealed? Everything is repeated here; the server is not asked.
// The same checks as `batarde check --proof`, in the same order.

import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Share } from '../protocol'
import { commitSecret, commitShare, sharedSeed } from './shares'
import { dealHands, shuffledPack } from './shuffle'

/** What can be wrong: no proof, not a proof, that of another deal, the secret, a share, the cards. */
type Fault = 'missing' | 'malformed' | 'other' | 'secret' | 'share' | 'cards'

export interface Verdict {
  deal: number
  fault: Fault | null
  /** What the server had sealed before the deal, and the seed that came of it; empty if unknown. */
  commitment: string
  seed: string
  /** The seats whose shares went into the shuffle. */
  given: number[]
  /** The seats that sealed a share and did not open it, and those that sealed none. */
  unopened: number[]
  without: number[]
  /** The seats whose share is not the one that they had sealed. */
  broken: number[]
}

export interface Proof {
  table: string
  deal: number
  commitment: string
  secret: string
  shares: readonly Share[]
}

interface DealtDeal {
  cards: number
  dealer: number
  hands: string[][]
  points?: unknown
}

export interface ProvenRecord {
  kind?: string
  id?: unknown
  table?: unknown
  players: string[]
  deals: DealtDeal[]
  proof?: unknown
}

/** Return a record read from a text, or null if it is none. */
export function readRecord(text: string): ProvenRecord | null {
  try {
    const found = JSON.parse(text) as ProvenRecord
    const sound = isListOf(found.players, 'string') && Array.isArray(found.deals)
    return sound && found.deals.length > 0 && found.deals.every(isDeal) ? found : null
  } catch {
    return null
  }
}

function isDeal(deal: DealtDeal): boolean {
  const counts = [deal.cards, deal.dealer].every(Number.isInteger)
  return counts && Array.isArray(deal.hands) && deal.hands.every((hand) => isListOf(hand, 'string'))
}

const isListOf = (list: unknown, type: 'string') =>
  Array.isArray(list) && list.every((item) => typeof item === type)

/** Return the verdict on every deal that should be proven; a running one has its secret before it. */
export function verify(record: ProvenRecord): Verdict[] {
  const proofs: unknown[] = Array.isArray(record.proof) ? record.proof : []
  return record.deals.flatMap((deal, number) =>
    deal.points === undefined && number >= proofs.length
      ? []
      : [verdictOf(record, deal, number, proofs[number])],
  )
}

function verdictOf(record: ProvenRecord, deal: DealtDeal, number: number, given: unknown): Verdict {
  const seats = record.players.map((_, seat) => seat)
  const none = { commitment: '', seed: '', given: [], unopened: [], without: seats, broken: [] }
  if (given === undefined || given === null) return { deal: number, fault: 'missing', ...none }
  if (!isProof(given, seats.length)) return { deal: number, fault: 'malformed', ...none }
  const with_ = (test: (share: Share) => boolean) =>
    seats.filter((seat) => given.shares.some((share) => share.seat === seat && test(share)))
  const broken = with_((share) => !holds(given, share))
  return {
    deal: number,
    fault: faultOf(record, deal, number, given, broken.length > 0),
    commitment: given.commitment,
    seed: bytesToHex(sharedSeed(given.table, given.deal, given.secret, given.shares)),
    given: with_((share) => !!share.value),
    unopened: with_((share) => !share.value),
    without: seats.filter((seat) => !given.shares.some((share) => share.seat === seat)),
    broken,
  }
}

function faultOf(
  record: ProvenRecord,
  deal: DealtDeal,
  number: number,
  proof: Proof,
  isBroken: boolean,
): Fault | null {
  const { table, secret, shares } = proof
  if (record.kind !== 'deal' && proof.deal !== number) return 'other'
  const due = record.table ?? record.id
  if (due !== undefined && due !== null && due !== table) return 'other'
  if (commitSecret(table, proof.deal, hexToBytes(secret)) !== proof.commitment) return 'secret'
  if (isBroken) return 'share'
  const players = record.players.length
  const pack = shuffledPack(sharedSeed(table, proof.deal, secret, shares), players)
  const hands = dealHands(pack, players, deal.cards, deal.dealer)
  // A record may list the cards of a hand in any order.
  const same =
    hands.length === deal.hands.length &&
    hands.every((hand, seat) => sorted(hand) === sorted(deal.hands[seat]))
  return same ? null : 'cards'
}

const holds = ({ table, deal }: Proof, { seat, value, commitment }: Share) =>
  !value || commitShare(table, deal, seat, hexToBytes(value)) === commitment

const sorted = (hand: readonly string[]) => [...hand].sort().join(' ')

export function isProof(given: unknown, players: number): given is Proof {
  const proof = given as Proof
  if (typeof proof !== 'object' || proof === null || typeof proof.table !== 'string') return false
  if (!Number.isInteger(proof.deal) || !Array.isArray(proof.shares)) return false
  const seats = new Set(proof.shares.map((share) => share?.seat))
  return (
    isHash(proof.secret) &&
    isHash(proof.commitment) &&
    seats.size === proof.shares.length &&
    proof.shares.every(
      (share) =>
        Number.isInteger(share?.seat) &&
        share.seat >= 0 &&
        share.seat < players &&
        isHash(share.commitment) &&
        (!share.value || isHash(share.value)),
    )
  )
}

const isHash = (text: unknown) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)
