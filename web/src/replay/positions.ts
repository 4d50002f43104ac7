// A finished game, read off its record, position by position.
//
// No rule is needed: a record says who called and played what, the winner of a trick is who leads
// the next one, and the winner of the last is who lacks a trick of the result.

import type { Card, Pack, Trump } from '../cards'
import type { Played, Seat, TableState, Trick } from '../cardtable/state'
import { AVATARS, type Call, markErased } from '../client/present'
import type { Key, Words } from '../words'

export interface Position {
  table: TableState
  /** All hands as they are at this point. */
  hands: readonly (readonly Card[])[]
  /** What just happened, in words. */
  text: string
}

interface RecordCall {
  seat: number
  tricks?: number
  trump?: Trump
  pack?: Pack | null
  double?: true
  redouble?: true
}

interface RecordDeal {
  cards: number
  dealer: number
  hands: Card[][]
  calls: RecordCall[]
  plays: { seat: number; card: Card }[]
  tricks: number[]
  points: number[]
}

export interface GameRecord {
  players: string[]
  deals: RecordDeal[]
}

/** Return every position of a game, with what led to it in words. */
export function positions(stored: GameRecord, words: Words): Position[] {
  const record = { ...stored, players: words.roster(stored.players) }
  const totals = record.players.map(() => 0)
  return record.deals.flatMap((deal, number) => {
    const found = dealPositions(record, deal, number, [...totals], words)
    deal.points?.forEach((points, seat) => {
      totals[seat] += points
    })
    return found
  })
}

function dealPositions(
  record: GameRecord,
  deal: RecordDeal,
  number: number,
  totals: number[],
  words: Words,
): Position[] {
  const { players } = record
  let table = start(record, deal, number, totals)
  let hands = deal.hands
  const dealt = words.say('tell.deal', {
    number: number + 1,
    total: record.deals.length,
    n: deal.cards,
    dealer: players[deal.dealer],
  })
  const found: Position[] = [{ table, hands, text: dealt }]
  let calls: Call[] = []
  for (const call of deal.calls) {
    calls = markErased([...calls, spoken(call, table)])
    table = called(table, call, calls)
    found.push({ table, hands, text: told(words, players, call, calls) })
  }
  const winners = winnersOf(deal, players.length)
  deal.plays.forEach((play, i) => {
    table = played(table, play, i, winners, players.length)
    hands = hands.map((hand, seat) =>
      seat === play.seat ? hand.filter((card) => card !== play.card) : hand,
    )
    found.push({ table, hands, text: toldPlay(words, players, play, table.trick) })
  })
  return found
}

function start(record: GameRecord, deal: RecordDeal, number: number, totals: number[]): TableState {
  const seats = record.players.map(
    (name, seat): Seat => ({
      name,
      avatar: AVATARS[seat],
      bot: false,
      away: false,
      stoodIn: false,
      dealer: seat === deal.dealer,
      bid: null,
      tricks: 0,
      points: totals[seat],
      clock: null,
      bubble: null,
      talk: '',
      next: '',
    }),
  )
  return {
    seats,
    me: 0,
    watching: true,
    phase: 'auction',
    turn: (deal.dealer + 1) % seats.length,
    hand: [],
    playable: null,
    reasons: {},
    hint: '',
    trick: { number: 0, cards: [], winner: null },
    last: null,
    contract: null,
    times: 1,
    doubledBy: null,
    deal: { number: number + 1, of: record.deals.length, cards: deal.cards },
    dealing: false,
  }
}

function spoken(call: RecordCall, table: TableState): Call {
  const { seat, tricks, trump, pack = null } = call
  if (tricks === undefined || trump === undefined) {
    return { seat, said: { say: call.redouble ? 'redouble' : 'double' } }
  }
  const announces = trump !== table.contract?.trump
  return { seat, said: { say: 'bid', tricks, trump, pack, announces, erased: false } }
}

function called(table: TableState, call: RecordCall, calls: readonly Call[]): TableState {
  const last = calls[calls.length - 1].said
  const announces = last.say === 'bid' && last.announces
  const seats = table.seats.map((seat, i) => ({
    ...seat,
    bid: i === call.seat && last.say === 'bid' ? last.tricks : announces ? null : seat.bid,
    bubble: calls.findLast((one) => one.seat === i)?.said ?? null,
  }))
  const contract =
    last.say === 'bid' && announces
      ? { tricks: last.tricks, trump: last.trump, pack: last.pack, by: call.seat }
      : table.contract
  const times = last.say === 'redouble' ? 4 : last.say === 'double' ? 2 : table.times
  const doubledBy = last.say === 'double' ? call.seat : table.doubledBy
  return { ...table, seats, contract, times, doubledBy, turn: call.seat }
}

function winnersOf(deal: RecordDeal, players: number): number[] {
  const count = Math.floor(deal.plays.length / players)
  const winners = Array.from({ length: count }, (_, k) => deal.plays[(k + 1) * players]?.seat ?? -1)
  if (winners.at(-1) === -1) {
    const left = deal.tricks.map((all, seat) => all - winners.filter((one) => one === seat).length)
    winners[count - 1] = left.indexOf(1)
  }
  return winners
}

function played(
  table: TableState,
  play: { seat: number; card: Card },
  i: number,
  winners: readonly number[],
  players: number,
): TableState {
  const number = Math.floor(i / players)
  const place = i % players
  const before = place === 0 ? [] : table.trick.cards
  const winner = place === players - 1 ? winners[number] : null
  const trick: Trick = { number, cards: [...before, play], winner }
  const seats = table.seats.map((seat, s) =>
    s === winner ? { ...seat, tricks: seat.tricks + 1, bubble: null } : { ...seat, bubble: null },
  )
  const last = place === 0 && number > 0 ? table.trick : table.last
  return { ...table, phase: 'play', seats, trick, last, turn: play.seat }
}

function told(words: Words, names: string[], call: RecordCall, calls: readonly Call[]): string {
  const { said } = calls[calls.length - 1]
  const say = (key: Key, args: Record<string, string>) =>
    words.say(key, { player: names[call.seat], ...args })
  if (said.say === 'double') return say('tell.double', { shout: words.say('shout.double') })
  if (said.say === 'redouble') return say('tell.redouble', { shout: words.say('shout.redouble') })
  if (said.say !== 'bid') return ''
  if (!said.announces)
    return say('tell.follow', { tricks: words.say('count.tricks', { n: said.tricks }) })
  const announced = say('tell.announce', { bid: words.bid(said.tricks, said.trump, said.pack) })
  const isFirst = !calls.some(({ said: one }) => one.say === 'bid' && one.erased)
  return isFirst ? announced : `${announced} ${words.say('tell.erased')}`
}

function toldPlay(words: Words, names: string[], play: Played, { cards, winner }: Trick): string {
  const told = words.say('tell.play', { player: names[play.seat], card: words.the(play.card) })
  const best = cards.find(({ seat }) => seat === winner)
  if (!best) return told
  const card = words.the(best.card)
  return `${told} ${words.say('tell.trick', { player: names[best.seat], card })}`
}
