// What is wrong with an entry or an event by itself (§4): the first fault in a fixed order.
// The twin of src/batarde/pad/entries.py and faults.py.

import { type AnyEvent, may } from './events'
import { fullBids, lastToSpeak, sum } from './model'
import {
  type Entry,
  NAME_LENGTH,
  type PadCode,
  type PadEvent,
  type PadOpened,
  type PadRefusal,
  RANKS,
  type Role,
  SCHEDULES,
} from './protocol'

/** What an entry is held against. */
export interface Setting {
  readonly players: number
  readonly cards: number
  /** Whether an irregular entry may have bids that add up to the cards: a keeper's may. */
  readonly mayOverride: boolean
  /** Who opens, where that is certain: the first dealer may still be corrected (§4, †). */
  readonly opener: number | null
}

/** What the opening of a pad settles for good. */
export interface Frame {
  readonly players: number
  readonly deals: number
}

export const scheduleOf = (players: number): readonly number[] =>
  SCHEDULES[String(players) as keyof typeof SCHEDULES]
const canPlay = (players: number) => players in SCHEDULES

/** Returns a refusal without the fields that say nothing, as the server would write it. */
function refuse(
  code: PadCode,
  rule = '',
  about: Omit<PadRefusal, 'code' | 'rule'> = {},
): PadRefusal {
  const told = Object.entries({ rule, ...about }).filter(
    ([, value]) => value !== '' && value != null,
  )
  return { code, ...Object.fromEntries(told) }
}

export { refuse as refusal }

/** Returns what an entry of a deal by some role is held against. */
export const settingOf = (
  frame: Frame,
  deal: number,
  role: Role,
  opener: number | null = null,
): Setting => ({
  players: frame.players,
  cards: scheduleOf(frame.players)[deal],
  mayOverride: RANKS[role] >= RANKS.keeper,
  opener,
})

/** Returns the first fault of an entry, or null. */
export const entryFault = (entry: Entry, setting: Setting): PadRefusal | null =>
  bidsFault(entry, setting) ??
  contractFault(entry, setting) ??
  sumFault(entry, setting) ??
  doubleFault(entry, setting) ??
  tricksFault(entry, setting)

const isSeat = (seat: number, players: number) => seat >= 0 && seat < players

function bidsFault({ bids, author }: Entry, setting: Setting): PadRefusal | null {
  const wrong = outOfRange(bids, setting)
  if (wrong) return refuse('call-range', 'A1', { ...wrong, number: setting.cards })
  if (author !== null && !isSeat(author, setting.players))
    return refuse('call-range', 'A1', { detail: 'author', seat: author })
  return null
}

/** What is wrong with a number for each seat: how many there are, or whose is. */
function outOfRange(
  numbers: readonly (number | null)[],
  { players, cards }: Setting,
): { detail: string } | { seat: number } | null {
  if (numbers.length !== players) return { detail: 'count' }
  const seat = numbers.findIndex((number) => number !== null && (number < 0 || number > cards))
  return seat < 0 ? null : { seat }
}

function contractFault(entry: Entry, { players, opener }: Setting): PadRefusal | null {
  const { author } = entry
  if (entry.pack !== null && players < 5) return refuse('call-pack', 'A7')
  if (opener === null || author === null || author === opener) return null
  return entry.trump === 'N' && entry.bids[author] === 0
    ? refuse('call-too-weak', 'A3', { seat: author })
    : null
}

function sumFault(entry: Entry, { players, cards, mayOverride }: Setting): PadRefusal | null {
  const bids = fullBids(entry)
  if (!bids || sum(bids) !== cards || (entry.irregular && mayOverride)) return null
  const seat = lastToSpeak(entry.author, players)
  const number = seat === null ? null : bids[seat]
  return refuse('forbidden-sum', 'A6', { seat, number, total: cards })
}

function doubleFault(entry: Entry, { players }: Setting): PadRefusal | null {
  const seat = entry.doubled_by
  if (seat === null) return null
  if (!isSeat(seat, players)) return refuse('double', 'A8', { detail: 'stranger', seat })
  if (seat === entry.author) return refuse('double', 'A8', { detail: 'author', seat })
  return entry.multiplier === 1 ? refuse('double', 'A8', { detail: 'single', seat }) : null
}

function tricksFault(entry: Entry, setting: Setting): PadRefusal | null {
  const { tricks } = entry
  if (tricks === null) return null
  const bids = fullBids(entry)
  if (!bids || entry.trump === null)
    return refuse('auction-open', 'A5', { detail: bids ? 'trump' : 'bids' })
  const wrong = outOfRange(tricks, setting)
  if (wrong) return refuse('tricks-range', 'P1', { ...wrong, number: setting.cards })
  const won = sum(tricks)
  return won === setting.cards
    ? null
    : refuse('tricks-sum', 'P1', { number: won, total: setting.cards })
}

/** Returns what is wrong with a name; its length is counted in code points. */
export function nameFault(name: string, seat: number | null): PadRefusal | null {
  if (/^ *$/.test(name)) return refuse('name', '', { detail: 'empty', seat })
  return [...name].length > NAME_LENGTH
    ? refuse('name', '', { detail: 'long', seat, number: NAME_LENGTH })
    : null
}

const stranger = (seat: number) => refuse('players', '', { detail: 'seat', seat })

/** Returns what is wrong with the opening of a pad. */
export function openingFault(opened: PadOpened): PadRefusal | null {
  const players = opened.players.length
  if (!may(opened.role, opened)) return refuse('not-role')
  if (!canPlay(players)) return refuse('players', 'G1', { number: players })
  if (!isSeat(opened.first_dealer, players)) return stranger(opened.first_dealer)
  for (const [seat, { name }] of opened.players.entries()) {
    const wrong = nameFault(name, seat)
    if (wrong) return wrong
  }
  const most = scheduleOf(players).length
  return opened.deals >= 1 && opened.deals <= most
    ? null
    : refuse('schedule', 'G1', { number: most })
}

/** Returns what is wrong with an event at a pad of this frame. */
export function eventFault(event: PadEvent, frame: Frame): PadRefusal | null {
  if (!may(event.role, event as AnyEvent)) return refuse('not-role')
  switch (event.event) {
    case 'pad-opened':
      return openingFault(event)
    case 'dealer-set':
      return isSeat(event.seat, frame.players) ? null : stranger(event.seat)
    case 'player-renamed':
      return isSeat(event.seat, frame.players)
        ? nameFault(event.name, event.seat)
        : stranger(event.seat)
    case 'deal-entered':
    case 'deal-cleared':
    case 'dispute-settled':
      if (!isSeat(event.deal, frame.deals)) return refuse('schedule', 'G1', { number: frame.deals })
      return event.event === 'deal-cleared'
        ? null
        : entryFault(event.entry, settingOf(frame, event.deal, event.role))
    default:
      return null
  }
}
