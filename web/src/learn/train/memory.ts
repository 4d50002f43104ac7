/** What is learned, as one value: skills, usual times, days and best results. It is kept, exported and merged. */
import type { DrillName, Skill } from './drills'
import { DRILL_NAMES } from './drills'
import { gradeOf } from './grading'
import type { Remembered } from './schedule'
import { reviewed } from './schedule'

/** A skill that was asked: when it comes back, and how many of its questions have come. */
export interface Learned extends Remembered {
  asked: number
}

export interface Memory {
  skills: Readonly<Record<string, Learned>>
  /** The last times of right answers of each drill, in milliseconds. */
  times: Readonly<Partial<Record<DrillName, readonly number[]>>>
  /** Right and wrong answers of each day, by its date. */
  days: Readonly<Record<string, readonly [right: number, wrong: number]>>
  /** The best result of each mode and kind. */
  best: Readonly<Record<string, number>>
}

export const NOTHING: Memory = { skills: {}, times: {}, days: {}, best: {} }

/** How many times make the usual one, and how many days are kept. */
const TIMES = 40
const DAYS = 366

/** The day of a moment where somebody lives: 2027-03-01. */
export function dayOf(now: number): string {
  const date = new Date(now)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** What is learned after an answer; `ms` is null if there was no clock. */
export function answered(
  memory: Memory,
  skill: Pick<Skill, 'id' | 'drill'>,
  right: boolean,
  ms: number | null,
  now: number,
): Memory {
  const before = memory.skills[skill.id]
  const usual = memory.times[skill.drill] ?? []
  const grade = gradeOf(right, ms, usual)
  const after = { ...reviewed(before ?? null, grade, now), asked: (before?.asked ?? 0) + 1 }
  const day = dayOf(now)
  const [good, bad] = memory.days[day] ?? [0, 0]
  return {
    ...memory,
    skills: { ...memory.skills, [skill.id]: after },
    times:
      right && ms !== null
        ? { ...memory.times, [skill.drill]: [...usual, Math.round(ms)].slice(-TIMES) }
        : memory.times,
    days: newest({ ...memory.days, [day]: right ? [good + 1, bad] : [good, bad + 1] }),
  }
}

function newest(days: Memory['days']): Memory['days'] {
  const dates = Object.keys(days).sort().slice(-DAYS)
  return Object.fromEntries(dates.map((date) => [date, days[date]]))
}

/** A result that may be the best one. */
export function achieved(memory: Memory, what: string, result: number): Memory {
  if (result <= (memory.best[what] ?? 0)) return memory
  return { ...memory, best: { ...memory.best, [what]: result } }
}

/** Two memories as one: of each skill the later review counts. The order does not matter, nor how often. */
export function merged(a: Memory, b: Memory): Memory {
  return {
    skills: joined(a.skills, b.skills, later),
    times: mergedTimes(a, b),
    days: newest(joined(a.days, b.days, mostOf)),
    best: joined(a.best, b.best, Math.max),
  }
}

function joined<T>(
  a: Readonly<Record<string, T>>,
  b: Readonly<Record<string, T>>,
  choose: (one: T, other: T) => T,
): Record<string, T> {
  const all: Record<string, T> = { ...a }
  for (const [key, value] of Object.entries(b))
    all[key] = key in all ? choose(all[key], value) : value
  return all
}

/** Reviews of the same moment are told apart by what came of them, so that both ways give the same. */
function later(a: Learned, b: Learned): Learned {
  const order = (one: Learned) => [one.last, one.reps, one.due, one.stability, one.difficulty]
  const first = order(a).findIndex((value, i) => value !== order(b)[i])
  const winner = first >= 0 && order(b)[first] > order(a)[first] ? b : a
  return { ...winner, asked: Math.max(a.asked, b.asked) }
}

/** The same answers may be in both, so days are not added up. */
const mostOf = (a: readonly [number, number], b: readonly [number, number]) =>
  [Math.max(a[0], b[0]), Math.max(a[1], b[1])] as const

/** The usual times are those of who practised the drill last. */
function mergedTimes(a: Memory, b: Memory): Memory['times'] {
  const times: Partial<Record<DrillName, readonly number[]>> = {}
  for (const drill of DRILL_NAMES) {
    const rank = (one: Memory) => [lastOf(one, drill), one.times[drill]?.length ?? 0]
    const [ranked, other] = [rank(a), rank(b)]
    const isB = other[0] > ranked[0] || (other[0] === ranked[0] && other[1] > ranked[1])
    const chosen = (isB ? b : a).times[drill]
    if (chosen) times[drill] = chosen
  }
  return times
}

const lastOf = (memory: Memory, drill: DrillName) =>
  Math.max(
    0,
    ...Object.entries(memory.skills)
      .filter(([id]) => id.startsWith(`${drill}.`))
      .map(([, one]) => one.last),
  )
