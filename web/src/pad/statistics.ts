// Statistics of a group, by player, and by player count, trump and evening (§10).
// The twin of src/batarde/pad/statistics.py and tallies.py, which say what is counted.

import { forbidden, lastToSpeak, placesOf, pointsOf, sum } from './model'
import {
  type Figures,
  type Group,
  type Pair,
  type PersonTallies,
  type Played,
  type PlayedDeal,
  type Statistics,
  type Tally,
  WHOLE,
} from './protocol'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type Counts = Mutable<Tally>
type Parts = { [K in keyof PersonTallies]: K extends 'all' ? Counts : Record<string, Counts> }
type Persons = readonly (string | null)[]
interface Found {
  persons: Record<string, Parts>
  pairs: Record<string, Mutable<Pair>>
}

const EMPTY: Tally = {
  deals: 0,
  exact: 0,
  points: 0,
  off: 0,
  lean: 0,
  bids: 0,
  fair: 0,
  with_author: 0,
  authored: 0,
  zeros: 0,
  zeros_kept: 0,
  doubles: 0,
  doubles_won: 0,
  doubles_lost: 0,
  doubles_even: 0,
  doubles_gained: 0,
  redoubles: 0,
  redoubles_won: 0,
  redoubles_lost: 0,
  redoubles_even: 0,
  redoubles_gained: 0,
  last: 0,
  last_exact: 0,
  last_near: 0,
  games: 0,
  won: 0,
  places: 0,
  best: null,
  worst: null,
  perfect: 0,
  longest: 0,
}

/** Returns the statistics of games; merged persons of the group count as one. */
export function statistics(games: Iterable<Played>, group: Group): Statistics {
  // Without a prototype: somebody's id may be `constructor`.
  const found: Found = { persons: Object.create(null), pairs: Object.create(null) }
  const into = new Map(group.persons.map((person) => [person.id, person.into]))
  for (const game of games) {
    const persons = game.persons.map((person) => into.get(person ?? '') ?? null)
    countDeals(found, game, persons)
    countGame(found, game, persons)
    countPairs(found, game, persons)
  }
  return found
}

/** Every tally of a person that something in a game belongs to. */
function partsOf(
  found: Found,
  game: Played,
  person: string,
  trump: string | null = null,
): Counts[] {
  const parts = (found.persons[person] ??= {
    all: { ...EMPTY },
    players: {},
    trumps: {},
    evenings: {},
  })
  const tallies = [
    parts.all,
    (parts.players[game.persons.length] ??= { ...EMPTY }),
    (parts.evenings[game.evening] ??= { ...EMPTY }),
  ]
  return trump === null ? tallies : [...tallies, (parts.trumps[trump] ??= { ...EMPTY })]
}

const regular = (game: Played) => game.deals.filter(({ entry }) => !entry.irregular)

/** The bid, the tricks and the points of a seat in a complete deal. */
function resultOf({ entry }: PlayedDeal, seat: number) {
  return {
    bid: entry.bids[seat] as number,
    tricks: entry.tricks?.[seat] as number,
    points: pointsOf(entry)?.[seat] as number,
  }
}

function countDeals(found: Found, game: Played, persons: Persons) {
  for (const deal of regular(game))
    for (const [seat, person] of persons.entries())
      if (person !== null)
        for (const tally of partsOf(found, game, person, deal.entry.trump))
          countDeal(tally, deal, seat)
}

function countDeal(tally: Counts, deal: PlayedDeal, seat: number) {
  const { author, doubled_by, multiplier, bids } = deal.entry
  const { bid, tricks, points } = resultOf(deal, seat)
  tally.deals += 1
  tally.exact += Number(bid === tricks)
  tally.points += points
  tally.off += Math.abs(bid - tricks)
  tally.lean += tricks - bid
  tally.bids += bid
  tally.fair += (deal.cards * WHOLE) / bids.length
  tally.zeros += Number(bid === 0)
  tally.zeros_kept += Number(bid === 0 && tricks === 0)
  tally.with_author += Number(author !== null)
  tally.authored += Number(author === seat)
  if (lastToSpeak(author, bids.length) === seat) countPressure(tally, deal, seat)
  if (doubled_by === seat) {
    tally.doubles += 1
    countDuel(tally, 'doubles', deal, seat, author)
  }
  if (author === seat && multiplier === 4) {
    tally.redoubles += 1
    countDuel(tally, 'redoubles', deal, seat, doubled_by)
  }
}

function countPressure(tally: Counts, deal: PlayedDeal, seat: number) {
  const { bid, tricks } = resultOf(deal, seat)
  const number = forbidden(deal.entry.bids, seat, deal.cards)
  tally.last += 1
  tally.last_exact += Number(bid === tricks)
  tally.last_near += Number(number !== null && Math.abs(number - bid) === 1)
}

/** Counts how a double or redouble ended, if it is known against whom it was. */
function countDuel(
  tally: Counts,
  what: 'doubles' | 'redoubles',
  deal: PlayedDeal,
  seat: number,
  rival: number | null,
) {
  if (rival === null) return
  const gained = resultOf(deal, rival).points - resultOf(deal, seat).points
  tally[`${what}_${gained === 0 ? 'even' : gained > 0 ? 'won' : 'lost'}`] += 1
  tally[`${what}_gained`] += gained
}

const totalsOf = (game: Played) =>
  game.persons.map((_, seat) => sum(game.deals.map((deal) => resultOf(deal, seat).points)))

function countGame(found: Found, game: Played, persons: Persons) {
  const totals = totalsOf(game)
  const ranks = placesOf(totals)
  for (const [seat, person] of persons.entries())
    for (const tally of person === null ? [] : partsOf(found, game, person)) {
      tally.longest = Math.max(tally.longest, longestRow(game, seat))
      if (game.is_complete) countResult(tally, totals[seat], ranks[seat], ranks)
    }
}

function countResult(tally: Counts, total: number, rank: number, ranks: readonly number[]) {
  tally.games += 1
  tally.won += rank === 1 ? WHOLE / ranks.filter((other) => other === 1).length : 0
  tally.places += (rank * WHOLE) / ranks.length
  tally.best = Math.min(tally.best ?? total, total)
  tally.worst = Math.max(tally.worst ?? total, total)
  tally.perfect += Number(total === 0)
}

function longestRow(game: Played, seat: number): number {
  let longest = 0
  let row = 0
  for (const deal of regular(game)) {
    const { bid, tricks } = resultOf(deal, seat)
    row = bid === tricks ? row + 1 : 0
    longest = Math.max(longest, row)
  }
  return longest
}

function countPairs(found: Found, game: Played, persons: Persons) {
  const totals = totalsOf(game)
  for (const [one, seat] of seatedOf(persons))
    for (const [other, rival] of seatedOf(persons)) {
      if (one >= other) continue
      const pair = (found.pairs[`${one}/${other}`] ??= {
        one,
        other,
        games: 0,
        ahead: 0,
        deals: 0,
        difference: 0,
      })
      for (const deal of regular(game)) {
        pair.deals += 1
        pair.difference += resultOf(deal, seat).points - resultOf(deal, rival).points
      }
      if (!game.is_complete) continue
      pair.games += 1
      pair.ahead += 1 - Math.sign(totals[seat] - totals[rival])
    }
}

const seatedOf = (persons: Persons) =>
  persons.flatMap((person, seat) => (person === null ? [] : [[person, seat] as const]))

const share = (part: number, whole: number) => (whole ? part / whole : null)

/** Returns the figures that follow from a tally; null where there is nothing to divide by. */
export const figures = (tally: Tally): Figures => ({
  exactness: share(tally.exact, tally.deals),
  penalty: share(tally.points, tally.deals),
  distance: share(tally.off, tally.deals),
  lean: share(tally.lean, tally.deals),
  boldness: share(tally.bids * WHOLE, tally.fair),
  authorship: share(tally.authored, tally.with_author),
  zero_share: share(tally.zeros, tally.deals),
  zero_kept: share(tally.zeros_kept, tally.zeros),
  pressure_exactness: share(tally.last_exact, tally.last),
  pressure_near: share(tally.last_near, tally.last),
  wins: tally.won / WHOLE,
  place: share(tally.places, tally.games * WHOLE),
})
