/** Made-up tables for the gallery and the tests: 3 to 7 players, true to the rules as far as the eye goes. */
import coached from '../../tests/data/coach.json'
import type { Bid } from '../auction/options'
import type { Card, Trump } from '../cards'
import { TRUMPS } from '../cards'
import type { Bubble, Seat, TableState } from '../cardtable/state'
import { type Fault, type Sighting, sighting } from '../client/sightings'
import type { Proof, ProvenRecord } from '../client/verify'
import type { Coach } from '../coach/coach'
import { Lists } from '../home/lists.svelte'
import type { Action, Advice, DealResult, Seat as ServerSeat, Snapshot } from '../protocol'
import type { Position } from '../replay/positions'
import type { Fairness, Game, Line, Watchers } from '../table/game'

const NAMES = ['Claire', 'Max', 'Nadia', 'Zoé', 'Lou', 'Félix', 'Anouk']
const FACES: Card[] = ['FH', 'RC', 'DH', 'JS', 'MD', 'TC', 'VS']
const BIDS = [2, 1, 0, 3, 1, 2, 2]
const LONG: Card[] = [
  'FS',
  'MS_',
  'RS',
  'VS',
  'RH',
  'MH',
  'TH',
  'FD',
  'CD_',
  'TD',
  'DC',
  'NC',
  'JC_',
  'TC',
]
const SHORT: Card[] = ['MS', 'VS', 'RH', 'MH', 'CD', 'TD', 'DC', 'NC', 'JC']
export const TRICK: Card[] = ['TH', 'VH', 'DH', 'FS', 'RH_', 'TC', 'JS_']

export const CARDS: Record<number, number> = { 3: 12, 4: 9, 5: 14, 6: 12, 7: 10 }

function seat(i: number, part: Partial<Seat> = {}): Seat {
  return {
    name: NAMES[i],
    avatar: FACES[i],
    bot: i > 0 && i % 2 === 1,
    level: i > 0 && i % 2 === 1 ? 'expert' : '',
    away: false,
    stoodIn: false,
    dealer: i === 2,
    bid: null,
    tricks: 0,
    points: [4, 6, 2, 9, 11, 3, 7][i],
    clock: null,
    bubble: null,
    talk: '',
    next: '',
    ...part,
  }
}

function empty(players: number, cards = CARDS[players]): TableState {
  return {
    seats: Array.from({ length: players }, (_, i) => seat(i)),
    me: 0,
    watching: false,
    phase: 'auction',
    turn: 0,
    hand: (players < 5 ? SHORT.concat(['NS', 'RC', 'JD'] as Card[]) : LONG).slice(0, cards),
    playable: null,
    reasons: {},
    hint: '',
    trick: { number: 1, cards: [], winner: null },
    last: null,
    contract: null,
    times: 1,
    doubledBy: null,
    deal: { number: 5, of: 10, cards },
    dealing: false,
  }
}

/** Your turn in a heart trick that has been trumped: hearts must be followed. */
export function inPlay(players: number, cards = Math.max(5, CARDS[players] - 2)): TableState {
  const table = empty(players, cards)
  const hand = table.hand
  const reasons: Partial<Record<Card, string>> = {}
  for (const card of hand)
    if (card[1] !== 'H') reasons[card] = 'Tu as du cœur : il faut en fournir.'
  const last = Math.min(players - 1, 3)
  return {
    ...table,
    seats: table.seats.map((one, i) => ({
      ...one,
      bid: BIDS[i],
      tricks: [0, 1, 0, 1, 2, 0, 1][i],
      away: i === 5,
      stoodIn: i === 5,
      clock: i === 0 ? { left: 14000, of: 20000 } : null,
    })),
    phase: 'play',
    playable: hand.filter((card) => card[1] === 'H'),
    reasons,
    hint: 'Fournis du cœur',
    trick: {
      number: 3,
      cards: Array.from({ length: players - 1 }, (_, i) => ({ seat: i + 1, card: TRICK[i + 1] })),
      winner: last,
    },
    last: {
      number: 2,
      cards: Array.from({ length: players }, (_, i) => ({ seat: i, card: TRICK[(i + 2) % 7] })),
      winner: 1,
    },
    contract: { tricks: 3, trump: 'S', pack: players > 4 ? 'marked' : null, by: last },
    times: 2,
    doubledBy: 2,
    deal: { number: 5, of: players === 4 || players === 7 ? 10 : 12, cards },
  }
}

/** Leading: everything may be played. */
export function leading(players: number): TableState {
  const table = inPlay(players, CARDS[players])
  return {
    ...table,
    playable: [...table.hand],
    reasons: {},
    hint: '',
    trick: { number: 1, cards: [], winner: null },
    last: null,
    times: 1,
  }
}

export function watching(players: number): TableState {
  const table = inPlay(players)
  return {
    ...table,
    seats: table.seats.map((one, i) => (i === 1 ? { ...one, next: 'Anne-Catherine' } : one)),
    watching: true,
    hand: [],
    playable: null,
    turn: 2,
    hint: '',
    times: 4,
  }
}

const bid = (
  tricks: number,
  trump: Trump,
  announces = false,
  erased = false,
  pack: 'marked' | null = null,
): Bubble => ({
  say: 'bid',
  tricks,
  trump,
  pack,
  announces,
  erased,
})

/** You speak last: Max has announced 2 hearts, the others have followed. */
export function bidding(players: number): TableState {
  const table = empty(players)
  const follows = [0, 2, 3, 0, 1, 1, 0]
  return {
    ...table,
    seats: table.seats.map((one, i) => ({
      ...one,
      bid: i ? follows[i] : null,
      bubble:
        i === 0
          ? bid(1, 'D', true, true)
          : bid(follows[i], 'H', i === 1, false, players > 4 ? 'marked' : null),
    })),
    contract: { tricks: 2, trump: 'H', pack: players > 4 ? 'marked' : null, by: 1 },
  }
}

/** Nadia is thinking; some bids are erased. */
export function waiting(players: number): TableState {
  const table = bidding(players)
  return {
    ...table,
    turn: 2,
    seats: table.seats.map((one, i) => ({
      ...one,
      bid: i === 1 ? 2 : null,
      clock: i === 2 ? { left: 4000, of: 20000 } : null,
      bubble: i === 1 ? bid(2, 'H', true) : i === 2 ? null : bid(i ? 1 : 1, 'D', i === 0, true),
    })),
  }
}

export function readying(players: number): TableState {
  const table = empty(players)
  return {
    ...table,
    phase: 'ready',
    turn: 1,
    dealing: true,
    seats: table.seats.map((one, i) => ({ ...one, bubble: i > 1 ? { say: 'ready' } : null })),
  }
}

export function redoubling(players: number): TableState {
  const table = bidding(players)
  return {
    ...table,
    phase: 'redouble',
    times: 2,
    doubledBy: 2,
    contract: { tricks: 2, trump: 'H', pack: players > 4 ? 'marked' : null, by: 0 },
    seats: table.seats.map((one, i) => (i === 2 ? { ...one, bubble: { say: 'double' } } : one)),
  }
}

/** What the server would list for `bidding`. */
export function legalBids(players: number): Bid[] {
  const cards = CARDS[players]
  const table = bidding(players)
  const rest = cards - table.seats.reduce((sum, one) => sum + (one.bid ?? 0), 0)
  const packs = players > 4 ? (['simple', 'marked'] as const) : ([null] as const)
  const bids: Bid[] = []
  for (const trump of TRUMPS) {
    const least = trump === 'H' ? 0 : trump === 'A' || trump === 'S' ? 2 : 3
    for (let tricks = least; tricks <= cards; tricks++) {
      if (trump === 'H' && tricks === rest) continue
      for (const pack of trump === 'H' ? packs.slice(-1) : packs) bids.push({ tricks, trump, pack })
    }
  }
  return bids
}

export function openingBids(players: number): Bid[] {
  return TRUMPS.flatMap((trump) =>
    Array.from({ length: CARDS[players] + 1 }, (_, tricks) => ({ tricks, trump, pack: null })),
  )
}

export function results(players: number, deals = 5): DealResult[] {
  return Array.from({ length: deals }, (_, k) => {
    const bids = Array.from({ length: players }, (_, i) => (i * 3 + k) % 4)
    const tricks = bids.map((one, i) =>
      Math.max(0, one + (((i + k * 2) % 5) - 1 > 1 ? 1 : (i + k) % 3 === 0 ? -1 : 0)),
    )
    const times = k === 2 ? 2 : k === 4 ? 4 : 1
    return {
      cards: 5 + k,
      dealer: k % players,
      author: (k + 1) % players,
      trump: TRUMPS[k % 6],
      doubled_by: times > 1 ? (k + 2) % players : null,
      redoubled: times === 4,
      bids,
      tricks,
      points: bids.map((one, i) => Math.abs(one - tricks[i]) * times),
    }
  })
}

export const totals = (list: readonly DealResult[]) =>
  list[0].points.map((_, i) => list.reduce((sum, deal) => sum + deal.points[i], 0))

export const names = (players: number) => NAMES.slice(0, players)

export const talk = (wellPlayed: string): Line[] => [
  { player: 'c', name: 'Nadia', text: wellPlayed, seat: 2 },
  { player: 'me', name: 'Claire', text: 'Salut ! On joue avec les mots de 2015 ?', seat: 0 },
  { player: 'x', name: 'Nadia 2', text: wellPlayed, seat: null },
]

export const watchers: Watchers = {
  number: 3,
  people: [
    { player: 'x', name: 'Nadia 2' },
    { player: 'y', name: 'Anne-Catherine de Montmorency' },
  ],
  me: 'y',
  isAllowed: true,
}

export const waitingSeats: ServerSeat[] = [
  { kind: 'person', name: 'Claire', player: 'me' },
  { kind: 'bot', name: 'Perrine', level: 'novice' },
  { kind: 'empty' },
  { kind: 'person', name: 'Anne-Catherine', player: 'x' },
]

export function replay(players: number): Position[] {
  const table = inPlay(players)
  const hands = Array.from({ length: players }, (_, i) =>
    (players < 5 ? SHORT : LONG).slice(0, 6 + (i % 2)),
  )
  const before: Position = { table: bidding(players), hands, text: 'Max annonce 2 cœur.' }
  return [
    before,
    { table, hands, text: 'Zoé joue le Fou de pique, atout.' },
    { table: { ...table, times: 4 }, hands, text: 'Fin.' },
  ]
}

/** A game whose last deal was witnessed; `failed` deals are not what was seen. */
export function fairness(...failed: number[]): Fairness {
  const bad = failed.map((deal) => ({
    seen: { ...sighting('g1', deal, 4, '0'.repeat(64)), faults: FOUL },
    finding: { deal, outcome: 'failed' as const, lack: null, faults: FOUL, unopened: [] },
  }))
  return { game: 'g1', last: failed.length ? null : 3, witnessed: 4, failed: bad }
}
const FOUL: Fault[] = [
  { what: 'commitment', seats: [] },
  { what: 'own', seats: [0] },
  { what: 'cards', seats: [0, 1, 2] },
]

/** What a browser on seat 0 would have seen of a deal of a record. */
export function seenOf(record: ProvenRecord, deal: number, part: Partial<Sighting> = {}): Sighting {
  const proof = (record.proof as Proof[])[deal]
  const { cards, dealer, hands } = record.deals[deal]
  const { seat, value } = proof.shares[0]
  return {
    ...sighting(proof.table, deal, record.players.length, proof.commitment),
    shares: proof.shares,
    is_closed: true,
    own: { seat, value: value ?? '', is_sure: false },
    cards,
    dealer,
    held: hands,
    revealed: proof,
    ...part,
  }
}

/** A game of which nothing comes: every part can be given. */
export function game(table: TableState, legal: readonly Action[], part: Partial<Game> = {}): Game {
  const list = results(table.seats.length)
  return {
    table,
    legal,
    calls: [],
    results: list,
    totals: totals(list),
    window: null,
    isOffline: false,
    isPaused: false,
    isHost: false,
    announced: '',
    told: '',
    pending: null,
    showsLastTrick: true,
    players: table.seats.map((one, i) => (one.bot ? '' : `p${i}`)),
    watchers: { number: 0, people: [], me: 'me', isAllowed: true },
    had: null,
    isReplaced: false,
    fairness: fairness(),
    promised: null,
    talk: { me: 'me', said: [], muted: [], unread: 3, read() {}, say() {}, signal() {}, mute() {} },
    note: null,
    act: () => false,
    ask() {},
    pause() {},
    unseat() {},
    remove() {},
    allowWatching() {},
    sit() {},
    stand() {},
    leave() {},
    ...part,
  }
}

const ADVICE = coached.advice as unknown as Record<keyof typeof coached.advice, Advice>

/** A coach that has said all it can of a position. */
export function coach(of: keyof typeof ADVICE): Coach {
  const advice = ADVICE[of]
  const part = {
    isAskable: true,
    isThinking: false,
    hasFailed: false,
    isMarked: true,
    async ask() {},
  }
  return { advice, ...part }
}

/** The position in which the coach was asked for cards: a lead, hearts are trump. */
export function coachedLead(): TableState {
  const hand = ADVICE.lead.cards.flatMap(({ cards }) => cards)
  return {
    ...leading(4),
    hand,
    playable: hand,
    contract: { tricks: 2, trump: 'H', pack: null, by: 0 },
  }
}

/** A table of the server, before or after its games. */
export function table(part: Partial<Snapshot>): Snapshot {
  return {
    type: 'snapshot',
    table: 'K7QF2',
    seq: 1,
    settings: { by_lot: true },
    host: 'me',
    you: 'me',
    seat: 0,
    had: null,
    played: [],
    seats: waitingSeats,
    connected: [true, true, true, false],
    watchers: 2,
    watching: [],
    promised: [],
    is_playing: false,
    is_paused: false,
    game: 'g1',
    totals: [],
    results: [],
    view: null,
    last_trick: [],
    draw: null,
    timing: null,
    window: 0,
    talk: [],
    ...part,
  } as Snapshot
}

/** What the first screen is told; nothing comes of asking for more. */
export function lists(): Lists {
  const found = new Lists()
  found.load = () => {}
  found.bots = ['novice', 'casual', 'club', 'expert', 'master']
  const open = { id: 'K7QF2', created: 0, settings: {}, host: '', seats: waitingSeats }
  found.tables = [{ ...open, is_playing: false, deal: 0 }]
  found.waiting = { ...open, is_playing: true, deal: 4 }
  const [table, ended] = ['b', 1794700000000]
  found.games = [{ id: 'a', table, ended, names: names(4), totals: [3, 8, 5, 12], seat: 0 }]
  return found
}
