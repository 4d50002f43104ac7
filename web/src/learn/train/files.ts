/** What is learned, as text: in the browser's storage and in a file. What does not fit is left out. */
import type { DrillName } from './drills'
import { DRILL_NAMES } from './drills'
import type { Learned, Memory } from './memory'

const FORMAT = 'batarde-training/1'
/** A file larger than this is none of ours. */
const LARGEST = 1_000_000
const FIELDS = [
  'due',
  'last',
  'stability',
  'difficulty',
  'days',
  'step',
  'reps',
  'lapses',
  'state',
  'asked',
] as const satisfies readonly (keyof Learned)[]

export const write = (memory: Memory): string => JSON.stringify({ format: FORMAT, ...memory })

/** Read a memory, or null if the text is none. */
export function read(text: string): Memory | null {
  if (text.length > LARGEST) return null
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(found) || found.format !== FORMAT) return null
  return {
    skills: filtered(found.skills, learned),
    times: filtered(found.times, times, (name) => DRILL_NAMES.includes(name as DrillName)),
    days: filtered(found.days, pair, (date) => /^\d{4}-\d\d-\d\d$/.test(date)),
    best: filtered(found.best, count),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entries that can be read and whose names will do. */
function filtered<T>(
  value: unknown,
  readOne: (one: unknown) => T | null,
  isName: (name: string) => boolean = (name) => /^[\w.:-]{1,60}$/.test(name),
): Record<string, T> {
  const found: Record<string, T> = {}
  for (const [name, entry] of isRecord(value) ? Object.entries(value) : []) {
    const one = isName(name) ? readOne(entry) : null
    if (one !== null) found[name] = one
  }
  return found
}

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e14
const isCount = (value: unknown): value is number => isNumber(value) && Number.isInteger(value)

function learned(value: unknown): Learned | null {
  if (!isRecord(value) || !FIELDS.every((field) => isNumber(value[field]))) return null
  const one = Object.fromEntries(FIELDS.map((field) => [field, value[field]])) as unknown as Learned
  // FSRS has four states, and a card that was reviewed is not new.
  const isSound = isCount(one.asked) && isCount(one.step) && [1, 2, 3].includes(one.state)
  return isSound && one.stability > 0 && one.difficulty >= 1 && one.difficulty <= 10 ? one : null
}

const times = (value: unknown) =>
  Array.isArray(value) && value.length <= 100 && value.every(isNumber) ? (value as number[]) : null
const pair = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && value.every(isCount)
    ? (value as unknown as readonly [number, number])
    : null
const count = (value: unknown) => (isCount(value) ? value : null)
