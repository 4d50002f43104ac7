// What this browser saw of the making of a deal, to be held against what is told later.
//
// A sighting only grows. What is told twice must be the same both times, and what contradicts a
// thing seen before is a fault that stays: so it does not matter whether one is told by events, by a
// snapshot after a lost line, or by both. What was not seen is not there, and never a fault.
// The twin of batarde/table/sightings.py.

import { hexToBytes } from '@noble/hashes/utils.js'
import type { DrawState, Share, TableEvent, View } from '../protocol'
import { commitShare } from './shares'
import type { Proof } from './verify'

/** What can contradict what was seen, in the order in which it is told. */
const FAULTS = [
  'other', // the proof is that of another deal, or the deal was sealed for another game
  'again', // the deal was drawn a second time
  'commitment', // the server's commitment is not the one that came before the cards
  'malformed', // what was revealed cannot be read
  'secret', // the secret is not the one that the server was committed to
  'order', // a share was bound when the others could be open already
  'share', // a share is not the one that was bound or opened, is gone, or has come from nowhere
  'own', // our own share is not the one that was given
  'cards', // secret and shares lead to other cards than were seen
] as const
export type FaultKind = (typeof FAULTS)[number]

/** A contradiction, and the seats that it is about, if it is about some. */
export interface Fault {
  what: FaultKind
  seats: number[]
}

/** The share that we gave, in hexadecimal. */
interface OwnShare {
  seat: number
  value: string
  /**
   * Whether the server has got it and has not refused it, though another one may be bound. Else it
   * is nobody's fault if another one is: a second device of the same person was first.
   */
  is_sure: boolean
}

export interface Sighting {
  /** What stands for the table in the hashes: the id of the game. */
  table: string
  deal: number
  players: number
  commitment: string
  shares: readonly Share[]
  /** Whether all shares that were bound are known. */
  is_closed: boolean
  own: OwnShare | null
  /** How many cards everybody gets; 0 until they are dealt. */
  cards: number
  dealer: number
  /** By seat: the cards that it was seen to have. */
  held: readonly (readonly string[])[]
  revealed: Proof | null
  faults: readonly Fault[]
}

export function sighting(
  table: string,
  deal: number,
  players: number,
  commitment: string,
): Sighting {
  return {
    table,
    deal,
    players,
    commitment,
    shares: [],
    is_closed: false,
    own: null,
    cards: 0,
    dealer: 0,
    held: [],
    revealed: null,
    faults: [],
  }
}

/** Returns what `seat` was seen to give. */
export const shareOf = (shares: readonly Share[], seat: number) =>
  shares.find((share) => share.seat === seat)

/** Returns the commitment to our own share, or nothing. */
export function ownCommitment({ table, deal, own }: Sighting): string {
  return own ? commitShare(table, deal, own.seat, hexToBytes(own.value)) : ''
}

/** Whether our own share is among the bound ones. */
export function hasOwn(seen: Sighting): boolean {
  const bound = seen.own && shareOf(seen.shares, seen.own.seat)
  return !!bound && bound.commitment === ownCommitment(seen)
}

/** Returns the sighting with a fault more. */
export function accused(seen: Sighting, what: FaultKind, ...seats: number[]): Sighting {
  return { ...seen, faults: together([...seen.faults, { what, seats }]) }
}

/** Returns faults in their order, with all seats of a kind in one. */
export function together(faults: readonly Fault[]): Fault[] {
  return FAULTS.flatMap((what) => {
    const same = faults.filter((fault) => fault.what === what)
    const seats = new Set(same.flatMap((fault) => fault.seats))
    return same.length ? [{ what, seats: [...seats].sort((a, b) => a - b) }] : []
  })
}

/** Returns what was seen after an event that happened while its deal was made or played. */
export function look(seen: Sighting, event: TableEvent): Sighting {
  switch (event.event) {
    case 'share-committed':
      return bound(seen, event.seat, event.commitment)
    case 'share-opened':
      return opened(seen, event.seat, event.share)
    case 'shares-closed':
      return event.deal === seen.deal ? { ...seen, is_closed: true } : seen
    case 'secret-revealed': {
      const { deal, commitment, secret, shares } = event
      return { ...seen, revealed: { table: seen.table, deal, commitment, secret, shares } }
    }
    case 'deal-began':
      return event.number === seen.deal ? dealt(seen, event) : seen
    case 'hand-dealt':
      return has(seen, event.seat, event.hand)
    case 'card-played':
      return has(seen, event.seat, [event.card])
    case 'deal-scored':
      return allHave(seen, event.hands)
    default:
      return seen
  }
}

/** Returns what was seen after a snapshot that shows the draw of the same deal. */
export function compare(before: Sighting, draw: DrawState, view: View | null): Sighting {
  let seen = before
  if (draw.commitment !== seen.commitment) seen = accused(seen, 'commitment')
  for (const { seat, commitment, value } of draw.shares) {
    seen = bound(seen, seat, commitment)
    if (value) seen = opened(seen, seat, value)
  }
  const gone = seen.shares.filter((share) => isGone(share, draw)).map(({ seat }) => seat)
  if (gone.length) seen = accused(seen, 'share', ...gone)
  seen = { ...seen, is_closed: seen.is_closed || draw.is_closed }
  return view?.number === seen.deal ? viewed(seen, view) : seen
}

const isGone = (seen: Share, draw: DrawState) =>
  !draw.shares.some((share) => share.seat === seen.seat && (share.value || !seen.value))

function viewed(before: Sighting, view: View): Sighting {
  let seen = dealt(before, view)
  for (const [seat, card] of view.plays) seen = has(seen, seat, [card])
  if (view.seat !== null) seen = has(seen, view.seat, view.hand)
  return allHave(seen, view.hands ?? [])
}

function bound(seen: Sighting, seat: number, commitment: string): Sighting {
  const before = shareOf(seen.shares, seat)
  if (before) return before.commitment === commitment ? seen : accused(seen, 'share', seat)
  const told = seen.is_closed ? accused(seen, 'order', seat) : seen
  return { ...told, shares: [...seen.shares, { seat, commitment, value: '' }] }
}

function opened(seen: Sighting, seat: number, value: string): Sighting {
  const before = shareOf(seen.shares, seat)
  if (!before || (before.value && before.value !== value)) return accused(seen, 'share', seat)
  const shares = seen.shares.map((share) => (share.seat === seat ? { ...share, value } : share))
  return { ...seen, shares }
}

const dealt = (seen: Sighting, { cards, dealer }: { cards: number; dealer: number }): Sighting =>
  seen.cards ? seen : { ...seen, cards, dealer }

function has(seen: Sighting, seat: number, cards: readonly string[]): Sighting {
  const held = seen.held.length ? seen.held : Array.from({ length: seen.players }, () => [])
  const before = held[seat]
  if (!before) return accused(seen, 'cards', seat)
  const more = cards.filter((card) => !before.includes(card))
  if (!more.length) return seen
  return { ...seen, held: held.map((hand, at) => (at === seat ? [...hand, ...more] : hand)) }
}

const allHave = (seen: Sighting, hands: readonly (readonly string[])[]) =>
  hands.reduce((so, hand, seat) => has(so, seat, hand), seen)
