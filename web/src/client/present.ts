// What the server says of a table, as the table component wants to be told it.

import type { Card } from '../cards'
import type { Bubble, Played, Seat, TableState, Trick } from '../cardtable/state'
import type { View } from '../protocol'
import { playableOf } from './duty'
import type { TableModel } from './fold'

/** The figures that stand for the seats, all different. */
export const AVATARS: readonly Card[] = ['FH', 'RC', 'DH', 'JS', 'MD', 'TC', 'VS']

/** How many deals a game has (G1). */
export const dealsOf = (players: number) => (players === 4 ? 10 : 12)

/** What the table is told in words. */
export interface Say {
  hint: string
  reasons: TableState['reasons']
  /** A name as it is shown. */
  called: (stored: string) => string
  /** The players, as they are shown. */
  names: readonly string[]
  /** What was just said, by seat. */
  talk: readonly (string | undefined)[]
}

/** Return the table as it is drawn; null before the first deal. */
export function present(model: TableModel, say: Say, since = 0): TableState | null {
  const { view } = model
  if (!view) return null
  const playable = playableOf(view)
  return {
    seats: model.seats.map((_, seat) => seatOf(model, view, seat, say, since)),
    me: model.seat ?? 0,
    watching: model.seat === null,
    phase: view.phase,
    turn: view.phase === 'ready' ? (view.dealer + 1) % view.players : view.turn,
    hand: view.hand,
    playable: playable.length ? playable : null,
    reasons: say.reasons,
    hint: playable.length ? say.hint : '',
    trick: trickOf(view),
    last: lastOf(model, view),
    contract: view.standing && { ...view.standing, by: view.standing.seat },
    times: view.redoubled ? 4 : view.doubled_by === null ? 1 : 2,
    doubledBy: view.doubled_by,
    deal: { number: view.number + 1, of: dealsOf(view.players), cards: view.cards },
    dealing: view.calls.length === 0 && view.plays.length === 0,
  }
}

function seatOf(model: TableModel, view: View, seat: number, say: Say, since: number): Seat {
  const { kind = 'empty', level = '', away = false } = model.seats[seat] ?? {}
  const promise = model.promised.find((one) => one.seat === seat)
  return {
    name: say.names[seat],
    avatar: AVATARS[seat],
    bot: kind === 'bot',
    level,
    away: kind === 'person' && (away || model.connected[seat] === false),
    stoodIn: away,
    dealer: view.dealer === seat,
    bid: view.bids[seat] ?? null,
    tricks: view.tricks[seat] ?? 0,
    points: model.totals[seat] ?? 0,
    clock: clockOf(model, seat, since),
    bubble: view.phase === 'play' || view.phase === 'over' ? null : bubbleOf(view, seat),
    talk: say.talk[seat] ?? '',
    next: promise ? say.called(promise.name) : '',
  }
}

function clockOf(model: TableModel, seat: number, since: number): Seat['clock'] {
  const { timing } = model
  if (!timing || timing.seat !== seat || model.is_paused) return null
  const of = timing.move + timing.bank
  return of > 0 ? { left: Math.max(0, of - since), of } : null
}

export interface Call {
  seat: number
  said: Bubble
}

/** Everything said in the auction; what a new trump has erased is marked. */
export function callsOf(view: View): Call[] {
  let trump: string | null = null
  const calls = view.calls.map(([seat, call]): Call => {
    if (call.act !== 'bid') return { seat, said: { say: call.act } }
    const announces = call.trump !== trump
    trump = call.trump
    const { tricks, pack } = call
    return { seat, said: { say: 'bid', tricks, trump: call.trump, pack, announces, erased: false } }
  })
  return markErased(calls)
}

/** Mark the bids that a later announcement has erased (A4). */
export function markErased(calls: readonly Call[]): Call[] {
  const last = calls.findLastIndex(({ said }) => said.say === 'bid' && said.announces)
  return calls.map((call, i) =>
    i < last && call.said.say === 'bid' ? { ...call, said: { ...call.said, erased: true } } : call,
  )
}

function bubbleOf(view: View, seat: number): Bubble | null {
  if (view.phase === 'ready') return view.unready.includes(seat) ? null : { say: 'ready' }
  const waved = view.window.length > 0 && seat !== view.standing?.seat
  if (waved && !view.window.includes(seat)) return { say: 'wave' }
  return callsOf(view).findLast((call) => call.seat === seat)?.said ?? null
}

const numberOf = (view: View) =>
  view.number * 100 + Math.floor((view.plays.length - view.trick.length) / view.players)

function trickOf(view: View): Trick {
  const cards = view.trick.map(
    (card, i): Played => ({ seat: (view.leader + i) % view.players, card }),
  )
  return { number: numberOf(view), cards, winner: view.winning }
}

/** The last trick; its winner leads the one on the table. */
function lastOf(model: TableModel, view: View): Trick | null {
  if (!model.last_trick.length) return null
  const cards = model.last_trick.map(([seat, card]) => ({ seat, card: card as Card }))
  return { number: numberOf(view) - 1, cards, winner: view.leader }
}
