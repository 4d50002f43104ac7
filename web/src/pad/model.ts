// What follows from entries and pads. See src/batarde/pad/model.py and speaking.py.

import type { Entry, Pad } from './protocol'

const ENTRY_FIELDS = [
  'author',
  'trump',
  'pack',
  'bids',
  'multiplier',
  'doubled_by',
  'tricks',
  'irregular',
  'note',
] as const satisfies readonly (keyof Entry)[]

export const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

/** Returns an entry of which nothing is known. */
export const blankEntry = (players: number): Entry => ({
  author: null,
  trump: null,
  pack: null,
  bids: Array(players).fill(null),
  multiplier: 1,
  doubled_by: null,
  tricks: null,
  irregular: false,
  note: '',
})

/** Whether two entries, or none, say the same. */
export function isSameEntry(one: Entry | null, other: Entry | null): boolean {
  if (one === null || other === null) return one === other
  return ENTRY_FIELDS.every((name) => isSame(one[name], other[name]))
}

const isSame = (one: unknown, other: unknown) =>
  one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other))

/** The bids, if everybody's is known. */
export function fullBids(entry: Entry): readonly number[] | null {
  return entry.bids.includes(null) ? null : (entry.bids as readonly number[])
}

/** The points by seat (S1), once the deal is complete. */
export function pointsOf(entry: Entry | null): number[] | null {
  const bids = entry && fullBids(entry)
  const tricks = entry?.tricks
  return bids && tricks?.length === bids.length
    ? bids.map((bid, seat) => Math.abs(bid - tricks[seat]) * entry.multiplier)
    : null
}

/** The place of each seat, 1 for the lowest total; equal totals share the place (G5). */
export const placesOf = (totals: readonly number[]) =>
  totals.map((total) => 1 + totals.filter((other) => other < total).length)

/** Who deals a deal (G3). */
export const dealerOf = (pad: Pad, deal: number) => (pad.first_dealer + deal) % pad.players.length
/** Who opens its auction (G4). */
export const openerOf = (pad: Pad, deal: number) => (dealerOf(pad, deal) + 1) % pad.players.length
export const namesOf = (pad: Pad) => pad.players.map((player) => player.name)

/** The first deal that is not complete; the number of deals if all are. */
export function nextDeal(pad: Pad): number {
  const deal = pad.points.indexOf(null)
  return deal < 0 ? pad.deals : deal
}

export const isComplete = (pad: Pad) => nextDeal(pad) === pad.deals

/** The seats that have played a perfect game: no point at all after the last deal. */
export const perfectSeats = (pad: Pad) =>
  isComplete(pad) ? pad.totals.flatMap((total, seat) => (total === 0 ? [seat] : [])) : []

/** Who speaks last: whoever sits before the author. */
export const lastToSpeak = (author: number | null, players: number) =>
  author === null ? null : (author - 1 + players) % players

/** Whose bid comes next, clockwise from the author; the opener if there is no author yet. */
export function nextToSpeak(entry: Entry, opener: number): number | null {
  const players = entry.bids.length
  const turns = entry.bids.map((_, step) => ((entry.author ?? opener) + step) % players)
  return turns.find((seat) => entry.bids[seat] === null) ?? null
}

/** The number that a seat may not bid when all others have, if there is one (A6). */
export function forbidden(
  bids: readonly (number | null)[],
  seat: number,
  cards: number,
): number | null {
  const others = bids.filter((_, other) => other !== seat)
  if (others.includes(null)) return null
  const rest = cards - sum(others as number[])
  return rest >= 0 ? rest : null
}
