// Was a game dealt as it was sealed? Everything is repeated here; the server is not asked.

import { hexToBytes } from '@noble/hashes/utils.js'
import type { Share } from '../protocol'
import { commitSecret, commitShare, sharedSeed } from './shares'
import { dealHands, shuffledPack } from './shuffle'

/** What does not hold: the server's secret, a player's share, the cards, or that there is no proof. */
export type Fault = 'secret' | 'share' | 'cards' | 'none'

interface Proof {
  table: string
  deal: number
  commitment: string
  secret: string
  shares: Share[]
}

export interface ProvenRecord {
  players: string[]
  deals: { cards: number; dealer: number; hands: string[][] }[]
  proof?: Proof[]
}

/** Return for each deal what does not hold, or null where everything does. */
export function faultsOf(record: ProvenRecord): (Fault | null)[] {
  return record.deals.map((deal, number) => {
    const proof = record.proof?.find((one) => one.deal === number)
    if (!proof) return 'none'
    try {
      return faultOf(proof, deal, record.players.length)
    } catch {
      return 'secret' // not even hexadecimal
    }
  })
}

function faultOf(proof: Proof, deal: ProvenRecord['deals'][number], players: number): Fault | null {
  const { table, deal: number, secret, shares } = proof
  if (commitSecret(table, number, hexToBytes(secret)) !== proof.commitment) return 'secret'
  const broken = shares.some(
    ({ seat, value, commitment }) =>
      value && commitShare(table, number, seat, hexToBytes(value)) !== commitment,
  )
  if (broken) return 'share'
  const pack = shuffledPack(sharedSeed(table, number, secret, shares), players)
  const hands = dealHands(pack, players, deal.cards, deal.dealer)
  const same = hands.every((hand, seat) => sorted(hand) === sorted(deal.hands[seat] ?? []))
  return same ? null : 'cards'
}

const sorted = (hand: readonly string[]) => [...hand].sort().join(' ')

/** Return a record read from a file, or null if it is none. */
export function readRecord(text: string): ProvenRecord | null {
  try {
    const found = JSON.parse(text) as ProvenRecord
    return Array.isArray(found.deals) && Array.isArray(found.players) ? found : null
  } catch {
    return null
  }
}
