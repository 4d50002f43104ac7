// The score file `batarde-score/1`: made of a pad, checked, and made into a pad again (§11).
// The twin of src/batarde/pad/scorecheck.py and exporting.py.

import { entryFault, openingFault, refusal, scheduleOf } from './faults'
import { dealerOf, fullBids, openerOf, pointsOf, sum } from './model'
import {
  type Entry,
  MOMENT,
  type Pad,
  type PadEvent,
  type PadOpened,
  type PadRefusal,
  SCORE_FILE,
  SCORE_FORMAT,
  type ScoreDeal,
  type ScoreFault,
  type ScoreFile,
} from './protocol'
import { conform, Misfit } from './shape'

const PACK = 36

/** Returns the score in a text, or its first fault. */
export function readScore(text: string): ScoreFile | { fault: ScoreFault } {
  const file = shaped(text)
  const fault = file ? scoreFault(file) : at('schema', -1, 'record', 0)
  return fault || !file ? { fault: fault as ScoreFault } : file
}

function shaped(text: string): ScoreFile | null {
  try {
    return conform<ScoreFile>(SCORE_FILE, JSON.parse(text))
  } catch (error) {
    if (error instanceof Misfit || error instanceof SyntaxError || error instanceof RangeError)
      return null
    throw error
  }
}

const at = (
  rule: ScoreFault['rule'],
  deal: number,
  section: string,
  index: number,
  why: PadRefusal | null = null,
): ScoreFault => ({ rule, deal, section, index, refusal: why })

// Checking

/** Returns the first fault of a score file, or null. */
function scoreFault(file: ScoreFile): ScoreFault | null {
  const players = file.players.length
  if (players < 3 || players > 7) return at('players', -1, 'players', players)
  for (const number of file.deals.keys()) {
    const fault = dealFault(file, number)
    if (fault) return fault
  }
  const totals = totalsOf(file)
  const isRight = file.totals === undefined || String(file.totals) === String(totals)
  return isRight ? null : at('totals', -1, 'totals', 0)
}

const totalsOf = (file: ScoreFile) => {
  const points = file.deals.map((deal) => pointsOf(entryOf(deal)))
  return file.players.map((_, seat) => sum(points.map((won) => won?.[seat] ?? 0)))
}

function dealFault(file: ScoreFile, number: number): ScoreFault | null {
  const deal = file.deals[number]
  const players = file.players.length
  if (!isScheduled(file, number)) return at('schedule', number, 'deals', number)
  const opener = (deal.dealer + 1) % players
  const why = entryFault(entryOf(deal), { players, cards: deal.cards, mayOverride: true, opener })
  if (why) return at(why.code, number, ...positionOf(why), why)
  const wrong = wrongPoints(deal)
  return wrong < 0 ? null : at('points', number, 'points', wrong)
}

/** Whether a deal may stand where it stands (G1, G3). */
function isScheduled(file: ScoreFile, number: number): boolean {
  const { cards, dealer } = file.deals[number]
  const players = file.players.length
  if (file.kind === 'deal') {
    const packs = players < 5 ? PACK : 2 * PACK
    return number === 0 && dealer < players && cards * players <= packs
  }
  const first = file.first_dealer ?? file.deals[0].dealer
  return (
    first < players &&
    file.deals.slice(0, number).every((before) => before.tricks !== undefined) &&
    cards === scheduleOf(players)[number] &&
    dealer === (first + number) % players
  )
}

/** In which field of a deal a fault is, and where there. */
function positionOf({ code, detail, seat }: PadRefusal): [string, number] {
  switch (code) {
    case 'call-range':
      return [detail === 'author' ? 'author' : 'bids', seat ?? 0]
    case 'call-too-weak':
      return ['bids', seat ?? 0]
    case 'forbidden-sum':
      return ['bids', 0]
    case 'call-pack':
      return ['pack', 0]
    case 'double':
      return ['doubled_by', seat ?? 0]
    default:
      return ['tricks', seat ?? 0]
  }
}

/** The first seat whose points are wrong; 0 if there should be none, or others; -1 if all is right. */
function wrongPoints(deal: ScoreDeal): number {
  const { points } = deal
  if (points === undefined) return -1
  const right = pointsOf(entryOf(deal))
  if (right?.length !== points.length) return 0
  return right.findIndex((won, seat) => won !== points[seat])
}

const entryOf = (deal: ScoreDeal): Entry => ({
  author: deal.author,
  trump: deal.trump,
  pack: deal.pack,
  bids: deal.bids,
  multiplier: deal.multiplier,
  doubled_by: deal.doubled_by,
  tricks: deal.tricks ?? null,
  irregular: deal.irregular,
  note: deal.note,
})

// Export

/** Returns the score file of a pad as one line of JSON; it ends where a deal is open. */
export function exportScore(pad: Pad): string {
  const deals: object[] = []
  for (const [deal, entry] of pad.entries.entries()) {
    if (!entry || !fullBids(entry) || entry.trump === null) break
    deals.push(dealData(pad, deal, told(entry, openerOf(pad, deal))))
    if (entry.tricks === null) break
  }
  const scored = pad.points.slice(0, deals.length)
  return JSON.stringify({
    format: SCORE_FORMAT,
    kind: 'game',
    id: pad.id,
    started: pad.started,
    rules: pad.words,
    players: pad.players.map(({ name }) => name),
    first_dealer: pad.first_dealer,
    ...(pad.deals < pad.schedule.length ? { planned: pad.deals } : {}),
    deals,
    totals: pad.players.map((_, seat) => sum(scored.map((won) => won?.[seat] ?? 0))),
  })
}

/** An entry without an author who cannot have been, as after a correction of the dealer. */
const told = (entry: Entry, opener: number): Entry =>
  entry.author !== null &&
  entry.author !== opener &&
  entry.trump === 'N' &&
  entry.bids[entry.author] === 0
    ? { ...entry, author: null }
    : entry

const dealData = (pad: Pad, deal: number, entry: Entry) => ({
  cards: pad.schedule[deal],
  dealer: dealerOf(pad, deal),
  author: entry.author,
  trump: entry.trump,
  pack: entry.pack,
  bids: entry.bids,
  multiplier: entry.multiplier,
  doubled_by: entry.doubled_by,
  ...(entry.tricks ? { tricks: entry.tricks, points: pointsOf(entry) } : {}),
  ...(entry.irregular ? { irregular: true } : {}),
  ...(entry.note ? { note: entry.note } : {}),
})

// Import

/** Returns the events of a new pad with the deals of a valid score, or why there can be none. */
export function importScore(
  file: ScoreFile,
  device: string,
  now: string,
): PadEvent[] | { refusal: PadRefusal } {
  if (file.kind !== 'game') return { refusal: refusal('schedule', 'G1', { detail: 'single' }) }
  const opened = openingOf(file, device, now)
  const wrong = openingFault(opened)
  if (wrong) return { refusal: wrong }
  const events: PadEvent[] = [opened]
  for (const [deal, data] of file.deals.entries())
    events.push({
      event: 'deal-entered',
      ...stampOf(device, deal + 1, now),
      deal,
      base: null,
      depth: 0,
      entry: entryOf(data),
    })
  const complete = file.deals.filter((deal) => deal.tricks !== undefined).length
  if (complete === opened.deals)
    events.push({ event: 'game-ended', ...stampOf(device, events.length, now), why: 'complete' })
  return events
}

function openingOf(file: ScoreFile, device: string, now: string): PadOpened {
  const all = scheduleOf(file.players.length).length
  const { planned = all, started = '' } = file
  return {
    event: 'pad-opened',
    ...stampOf(device, 0, new RegExp(MOMENT).test(started) ? started : now),
    players: file.players.map((name) => ({ name, person: null })),
    first_dealer: file.first_dealer ?? file.deals[0]?.dealer ?? 0,
    deals: Math.max(1, file.deals.length, Math.min(all, planned)),
    seats: 'chosen',
    drawn: 'chosen',
    group: null,
    words: file.rules === '2015' ? '2015' : '2023',
  }
}

const stampOf = (device: string, number: number, now: string) => ({
  id: `${device}:${number}`,
  clock: number + 1,
  role: 'keeper' as const,
  by: 'import',
  at: now,
})
