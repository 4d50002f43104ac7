// The table as the client knows it: a snapshot, moved on by events.
//
// This repeats no rule of the game. It only writes down what the server says has happened, so that
// a snapshot asked for at any moment would say the same.

import { TALK_KEPT } from '../facts'
import type {
  DealResult,
  Happened,
  Seat,
  ServerMessage,
  Snapshot,
  TableEvent,
  View,
} from '../protocol'

export type TableModel = Snapshot

/** Returns the table after a message: all but these three tell nothing of it. */
export function follow(table: TableModel | null, message: ServerMessage): TableModel | null {
  if (message.type === 'snapshot') return message
  if (table === null) return null
  if (message.type === 'happened') return fold(table, message)
  if (message.type !== 'present') return table
  const { connected, watchers, watching } = message
  return { ...table, connected, watchers, watching }
}

/** Returns the table after a batch of events. */
export function fold(table: TableModel, batch: Happened): TableModel {
  let next: TableModel = table
  for (const event of batch.events) next = step(next, event)
  const view = next.view && { ...next.view, legal: batch.legal }
  const seq = batch.seq + batch.events.length
  return { ...next, view, seq, timing: batch.timing, window: batch.window }
}

function step(table: TableModel, event: TableEvent): TableModel {
  switch (event.event) {
    case 'person-seated': {
      const { seat, player, name } = event
      const promised = table.promised.filter((one) => one.seat !== seat && one.player !== player)
      const next = { ...arrived(table, seat, player), promised }
      return seated(next, seat, { kind: 'person', name, player })
    }
    case 'bot-seated':
      return seated(table, event.seat, { kind: 'bot', name: event.name, level: event.level })
    case 'seat-left':
      return seated(table, event.seat, {})
    case 'host-changed':
      return { ...table, host: event.host }
    case 'game-started':
      return started(table, event.order, event.game)
    case 'paused':
      return { ...table, is_paused: true }
    case 'resumed':
      return { ...table, is_paused: false }
    case 'bot-took-over':
      return seated(table, event.seat, { ...at(table.seats, event.seat), away: true })
    case 'person-returned': {
      const { away: _, ...seat } = at(table.seats, event.seat)
      return seated(table, event.seat, seat)
    }
    case 'seat-promised': {
      const { seat, player, name } = event
      return { ...table, promised: [...table.promised, { seat, player, name }] }
    }
    case 'promise-ended':
      return { ...table, promised: table.promised.filter((one) => one.seat !== event.seat) }
    case 'person-renamed':
      return renamed(table, event.player, event.name)
    case 'watching-changed':
      return { ...table, settings: { ...table.settings, watchable: event.allowed } }
    case 'hint-given':
      return { ...table, coached: [...new Set([...table.coached, event.seat])].sort() }
    case 'said':
      return { ...table, talk: [...table.talk, event].slice(-TALK_KEPT) }
    case 'deal-committed':
      return {
        ...table,
        draw: {
          deal: event.deal,
          commitment: event.commitment,
          shares: [],
          is_closed: false,
          table: event.table || table.table,
        },
      }
    case 'share-committed':
    case 'shares-closed':
    case 'share-opened':
      return { ...table, draw: table.draw && drawn(table.draw, event) }
    case 'secret-revealed':
      return { ...table, draw: null }
    case 'deal-began':
      return { ...table, view: newDeal(table, event), last_trick: [] }
    case 'game-ended':
      return { ...table, is_playing: false, had: null }
    default:
      return table.view ? played(table, table.view, event) : table
  }
}

function seated(table: TableModel, number: number, seat: Seat): TableModel {
  const seats = replaced(table.seats, number, seat)
  const next = withOwnSeat({ ...table, seats, played: playedBy(table) })
  return table.is_playing ? { ...next, had: table.had ?? next.seat } : next
}

/** Who sits down is there, and watches no more; if not so, it will be told in a moment. */
function arrived(table: TableModel, seat: number, player: string): TableModel {
  const watching = table.watching.filter((one) => one.player !== player)
  const watchers = table.watchers - (table.watching.length - watching.length)
  return { ...table, watching, watchers, connected: replaced(table.connected, seat, true) }
}

/** Who played the game that is over, before others sit down. */
function playedBy({ is_playing, results, played, seats }: TableModel): readonly string[] {
  if (is_playing || !results.length) return []
  return played.length ? played : seats.map((seat) => seat.name ?? '')
}

function renamed(table: TableModel, player: string, name: string): TableModel {
  const called = <T extends { player?: string }>(one: T): T =>
    one.player === player ? { ...one, name } : one
  return { ...table, seats: table.seats.map(called), promised: table.promised.map(called) }
}

/** Who gets a seat in a running deal is sent a snapshot next: the cards of the seat are in no event. */
function withOwnSeat(table: TableModel): TableModel {
  const own = table.seats.findIndex((seat) => seat.player === table.you)
  const seat = own < 0 ? null : own
  const view = table.view && { ...table.view, seat, hand: seat === null ? [] : table.view.hand }
  return { ...table, seat, view }
}

function started(table: TableModel, order: readonly number[], id: string | undefined): TableModel {
  const games = Number(table.game.split('-')[1] ?? 0)
  const next = withOwnSeat({
    ...table,
    seats: order.map((seat) => at(table.seats, seat)),
    connected: order.map((seat) => at(table.connected, seat)),
    game: id || `${table.table}-${games + 1}`, // an older server draws no id
    is_playing: true,
    is_paused: false,
    results: [],
    totals: order.map(() => 0),
    view: null,
    last_trick: [],
    draw: null,
    played: [],
    coached: [],
  })
  return { ...next, had: next.seat }
}

type Draw = NonNullable<TableModel['draw']>
type DrawEvent = Extract<
  TableEvent,
  { event: 'share-committed' | 'shares-closed' | 'share-opened' }
>

function drawn(draw: Draw, event: DrawEvent): Draw {
  switch (event.event) {
    case 'share-committed': {
      const share = { seat: event.seat, commitment: event.commitment, value: '' }
      return { ...draw, shares: [...draw.shares, share] }
    }
    case 'shares-closed':
      return { ...draw, is_closed: true }
    case 'share-opened': {
      const shares = draw.shares.map((share) =>
        share.seat === event.seat ? { ...share, value: event.share } : share,
      )
      return { ...draw, shares }
    }
  }
}

function newDeal(table: TableModel, event: Extract<TableEvent, { event: 'deal-began' }>): View {
  const players = table.settings.players ?? table.seats.length
  const everybody = [...Array(players).keys()]
  const opener = (event.dealer + 1) % players
  const asks = table.settings.asks_ready ?? true
  return {
    seat: table.seat,
    players,
    cards: event.cards,
    dealer: event.dealer,
    phase: asks ? 'ready' : 'auction',
    turn: asks ? null : opener,
    hand: [],
    legal: [],
    calls: [],
    plays: [],
    unready: asks ? everybody : [],
    window: [],
    standing: null,
    bids: everybody.map(() => null),
    doubled_by: null,
    redoubled: false,
    trick: [],
    winning: null,
    leader: opener,
    tricks: everybody.map(() => 0),
    hands: null,
    number: event.number,
    scores: table.totals,
  }
}

function played(table: TableModel, view: View, event: TableEvent): TableModel {
  switch (event.event) {
    case 'hand-dealt':
      return event.seat === table.seat ? { ...table, view: { ...view, hand: event.hand } } : table
    case 'trick-taken': {
      const last = view.plays.slice(-view.players)
      return { ...table, last_trick: last, view: taken(view, event.seat) }
    }
    case 'deal-scored':
      return scored(table, view, event)
    case 'bid-made': {
      const opens = event.announces && (table.settings.double_window ?? 0) > 0
      return { ...table, view: bid(view, event, opens) }
    }
    default:
      return { ...table, view: called(view, event) }
  }
}

function bid(
  view: View,
  event: Extract<TableEvent, { event: 'bid-made' }>,
  opensWindow: boolean,
): View {
  const { seat, tricks, trump, pack } = event
  const everybody = [...Array(view.players).keys()]
  const before = event.announces ? everybody.map(() => null) : view.bids
  return {
    ...view,
    calls: [...view.calls, [seat, { act: 'bid', tricks, trump, pack }]],
    standing: event.announces ? { seat, tricks, trump, pack } : view.standing,
    bids: replaced<number | null>(before, seat, tricks),
    window: opensWindow ? everybody.filter((other) => other !== seat) : view.window,
    turn: (seat + 1) % view.players,
  }
}

function called(view: View, event: TableEvent): View {
  switch (event.event) {
    case 'readied': {
      const unready = view.unready.filter((seat) => seat !== event.seat)
      return unready.length > 0
        ? { ...view, unready }
        : { ...view, unready, phase: 'auction', turn: view.leader }
    }
    case 'waved':
      return { ...view, window: view.window.filter((seat) => seat !== event.seat) }
    case 'window-closed':
      return { ...view, window: [] }
    case 'doubled': {
      const calls: View['calls'] = [...view.calls, [event.seat, { act: 'double' }]]
      return { ...view, doubled_by: event.seat, window: [], calls }
    }
    case 'redoubled': {
      const calls: View['calls'] = [...view.calls, [event.seat, { act: 'redouble' }]]
      const redoubled: View = { ...view, redoubled: true, calls }
      return view.phase === 'redouble' ? inPlay(redoubled) : redoubled
    }
    case 'redouble-declined':
      return inPlay(view)
    case 'auction-closed':
      return view.doubled_by !== null && !view.redoubled
        ? { ...view, phase: 'redouble', turn: event.seat }
        : inPlay(view)
    case 'card-played':
      return {
        ...view,
        plays: [...view.plays, [event.seat, event.card]],
        trick: [...view.trick, event.card],
        winning: event.wins ? event.seat : view.winning,
        hand: view.hand.filter((card) => card !== event.card),
        turn: (event.seat + 1) % view.players,
      }
    default:
      return view
  }
}

function inPlay(view: View): View {
  return { ...view, phase: 'play', turn: view.leader }
}

function taken(view: View, seat: number): View {
  const tricks = replaced(view.tricks, seat, at(view.tricks, seat) + 1)
  return { ...view, trick: [], winning: null, leader: seat, turn: seat, tricks }
}

function scored(
  table: TableModel,
  view: View,
  event: Extract<TableEvent, { event: 'deal-scored' }>,
): TableModel {
  const { bids, tricks, points } = event
  const result: DealResult = {
    cards: view.cards,
    dealer: view.dealer,
    author: view.standing?.seat ?? 0,
    trump: view.standing?.trump ?? 'N',
    doubled_by: view.doubled_by,
    redoubled: view.redoubled,
    bids,
    tricks,
    points,
  }
  return {
    ...table,
    view: { ...view, phase: 'over', turn: null, hands: event.hands },
    results: [...table.results, result],
    totals: table.totals.map((total, seat) => total + at(points, seat)),
  }
}

function replaced<T>(list: readonly T[], index: number, value: T): T[] {
  return list.map((item, place) => (place === index ? value : item))
}

function at<T>(list: readonly T[], index: number): T {
  const value = list[index]
  if (value === undefined) throw new RangeError(`no item ${index}`)
  return value
}
