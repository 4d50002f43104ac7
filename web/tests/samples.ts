// A table in the middle of a trick, as the server shows it, to be changed by each test.

import type { Snapshot, TableEvent, View } from '../src/protocol'

export const VIEW: View = {
  seat: 0,
  players: 3,
  cards: 3,
  dealer: 2,
  phase: 'play',
  turn: 0,
  hand: ['RH', 'MS', 'TH'],
  legal: [
    { act: 'play', card: 'RH' },
    { act: 'play', card: 'TH' },
  ],
  calls: [
    [0, { act: 'bid', tricks: 1, trump: 'C', pack: null }],
    [1, { act: 'bid', tricks: 1, trump: 'S', pack: null }],
    [2, { act: 'double' }],
    [2, { act: 'bid', tricks: 0, trump: 'S', pack: null }],
    [0, { act: 'bid', tricks: 1, trump: 'S', pack: null }],
  ],
  plays: [
    [1, 'DH'],
    [2, 'NH'],
  ],
  unready: [],
  window: [],
  standing: { seat: 1, tricks: 1, trump: 'S', pack: null },
  bids: [1, 1, 0],
  doubled_by: 2,
  redoubled: false,
  trick: ['DH', 'NH'],
  winning: 1,
  leader: 1,
  tricks: [0, 0, 0],
  hands: null,
  number: 0,
  scores: [0, 0, 0],
}

export const SNAPSHOT: Snapshot = {
  type: 'snapshot',
  table: 'TABLE1',
  seq: 40,
  settings: { players: 3, double_window: 2000 },
  host: 'p0',
  you: 'p0',
  seat: 0,
  seats: [
    { kind: 'person', name: 'Ada', player: 'p0' },
    { kind: 'person', name: 'Bob', player: 'p1' },
    { kind: 'bot', name: 'Perrine', level: 'novice' },
  ],
  connected: [true, true, false],
  watchers: 0,
  watching: [],
  game: 'g',
  is_playing: true,
  is_paused: false,
  results: [],
  totals: [0, 4, 2],
  view: VIEW,
  last_trick: [],
  draw: null,
  window: 0,
  timing: null,
  talk: [],
  promised: [],
  had: 0,
  played: [],
  coached: [],
}

/** A table with another view of its deal. */
export const viewing = (view: Partial<View>, table: Partial<Snapshot> = {}): Snapshot => ({
  ...SNAPSHOT,
  ...table,
  view: { ...VIEW, ...view },
})

type Told<E> = E extends TableEvent ? Omit<E, 'seen_by'> : never

/** An event that everybody sees. */
export const event = (told: Told<TableEvent>): TableEvent =>
  ({ seen_by: 'everybody', ...told }) as TableEvent

/** An event that this client has never heard of. */
export const strange = {
  event: 'hat-thrown',
  seen_by: 'everybody',
  seat: 0,
} as unknown as TableEvent
