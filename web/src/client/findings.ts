// Whether what is told of a deal is what was seen of it (docs/fairness.md).
//
// A record can show that everything in it fits together; whoever rewrites all of it can make it fit.
// A witness holds it against the commitment and the shares that came before the cards, and against
// every card since. A deal of which only a part was seen is not witnessed; it has failed only if
// something that was seen is not as it is told. The twin of batarde/table/findings.py.

import { hexToBytes } from '@noble/hashes/utils.js'
import type { Share } from '../protocol'
import { commitSecret, commitShare, sharedSeed } from './shares'
import { dealHands, shuffledPack } from './shuffle'
import type { Fault, FaultKind, Sighting } from './sightings'
import { hasOwn, shareOf, together } from './sightings'
import { isProof, type Proof } from './verify'

type Hands = readonly (readonly string[])[]

/**
 * Why a deal is not witnessed: our own share is not in it, not all that was bound was seen, our
 * share did not come to be opened in time, or the secret was not revealed while we were there.
 */
type Lack = 'own' | 'half' | 'unopened' | 'reveal'

export interface Finding {
  deal: number
  /** Failed: something is not as it was seen. Unwitnessed: nothing speaks against it, but too little for it. */
  outcome: 'witnessed' | 'unwitnessed' | 'failed'
  lack: Lack | null
  faults: Fault[]
  /** The seats that were bound and never opened their share. */
  unopened: number[]
}

/** Returns what is to be said of a deal by what was seen of it alone. */
export function find(seen: Sighting): Finding {
  if (seen.revealed) return judge(seen, seen.revealed)
  return finding(seen.deal, [...seen.faults], 'reveal')
}

/**
 * Returns what is to be said of a deal whose proof is told, and its hands if they are. What was
 * revealed at the table counts too: a record that is in order does not excuse it.
 */
export function judge(seen: Sighting, told: Proof, hands?: Hands): Finding {
  const live = seen.revealed && seen.revealed !== told ? faultsOf(seen, seen.revealed) : []
  const faults = together([...seen.faults, ...live, ...faultsOf(seen, told, hands)])
  const shares = isProof(told, seen.players) ? told.shares : []
  const unopened = shares.filter(({ value }) => !value).map(({ seat }) => seat)
  return finding(
    seen.deal,
    faults,
    lackOf(seen, shares),
    unopened.sort((a, b) => a - b),
  )
}

function finding(
  deal: number,
  faults: Fault[],
  lack: Lack | null,
  unopened: number[] = [],
): Finding {
  if (faults.length) return { deal, outcome: 'failed', lack: null, faults, unopened }
  return { deal, outcome: lack ? 'unwitnessed' : 'witnessed', lack, faults, unopened }
}

function lackOf(seen: Sighting, told: readonly Share[]): Lack | null {
  if (!seen.own || !hasOwn(seen)) return 'own'
  if (!seen.is_closed) return 'half'
  return shareOf(told, seen.own.seat)?.value ? null : 'unopened'
}

function faultsOf(seen: Sighting, told: Proof, hands?: Hands): Fault[] {
  const faults: Fault[] = []
  const add = (what: FaultKind, ...seats: number[]) => faults.push({ what, seats })
  if (told.table !== seen.table || told.deal !== seen.deal) add('other')
  if (told.commitment !== seen.commitment) add('commitment')
  if (!isProof(told, seen.players)) {
    add('malformed')
    return faults
  }
  const made = commitSecret(seen.table, seen.deal, hexToBytes(told.secret))
  if (made !== seen.commitment) add('secret')
  for (let seat = 0; seat < seen.players; seat++)
    if (!isAsSeen(seen, shareOf(told.shares, seat), seat))
      add(seen.own?.seat === seat ? 'own' : 'share', seat)
  for (const seat of otherCards(seen, told, hands)) add('cards', seat)
  return faults
}

/** Whether the share that is told of a seat is the one that was seen. */
function isAsSeen(seen: Sighting, told: Share | undefined, seat: number): boolean {
  const before = shareOf(seen.shares, seat)
  if (!before) return !told || !seen.is_closed
  if (seen.own?.seat === seat && seen.own.is_sure && !hasOwn(seen)) return false
  if (told?.commitment !== before.commitment) return false
  if (!told.value) return !before.value
  const made = commitShare(seen.table, seen.deal, seat, hexToBytes(told.value))
  return (!before.value || before.value === told.value) && made === told.commitment
}

/** Returns the seats with cards that are not in the shuffle, or not in the hands of a record. */
function otherCards(seen: Sighting, told: Proof, hands: Hands | undefined): number[] {
  const expected = [...(seen.cards ? [dealtBy(seen, told)] : []), ...(hands ? [hands] : [])]
  return expected.flatMap((dealt) =>
    [...seen.held.keys()].filter(
      (seat) => !seen.held[seat]?.every((card) => dealt[seat]?.includes(card)),
    ),
  )
}

function dealtBy({ table, deal, players, cards, dealer }: Sighting, told: Proof): Hands {
  const seed = sharedSeed(table, deal, told.secret, told.shares)
  return dealHands(shuffledPack(seed, players), players, cards, dealer)
}
