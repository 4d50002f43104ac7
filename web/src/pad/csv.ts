// A pad as a table for spreadsheets: one row for each deal and player (§11, RFC 4180).
// The twin of src/batarde/pad/csvfile.py.

import { dealerOf } from './model'
import { COLUMNS, type Entry, type Pad } from './protocol'

type Cell = string | number | null

/** Returns the deals of a pad of which something is known; what is not known is left empty. */
export function csvText(pad: Pad): string {
  const lines = [COLUMNS, ...rowsOf(pad)].map((row) => `${row.map(written).join(',')}\r\n`)
  return lines.join('')
}

function rowsOf(pad: Pad): Cell[][] {
  const totals = pad.players.map(() => 0)
  return pad.entries.flatMap((entry, deal) =>
    entry === null
      ? []
      : pad.players.map(({ name }, seat) => {
          const points = pad.points[deal]?.[seat] ?? null
          totals[seat] += points ?? 0
          return [
            ...contractOf(pad, deal, entry),
            seat,
            harmless(name),
            entry.bids[seat],
            entry.tricks?.[seat] ?? null,
            points,
            totals[seat],
            String(entry.irregular),
          ]
        }),
  )
}

const contractOf = (pad: Pad, deal: number, entry: Entry): Cell[] => [
  pad.id,
  pad.started,
  deal,
  pad.schedule[deal],
  dealerOf(pad, deal),
  entry.author,
  entry.trump,
  entry.pack,
  entry.multiplier,
  entry.doubled_by,
]

function written(cell: Cell): string {
  const text = cell === null ? '' : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns a name so that no spreadsheet takes it for a formula. */
const harmless = (name: string) => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name)
