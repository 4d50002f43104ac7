/** What is asked in each mode: due, test, rush and streak. */
import type { DrillName, Skill } from './drills'
import { DRILL_NAMES } from './drills'
import type { Memory } from './memory'

export type Mode = 'due' | 'test' | 'rush' | 'streak'
export type Kind = DrillName | 'all'
export const KINDS: readonly Kind[] = ['all', ...DRILL_NAMES]

/** The most questions of a session of what is due, and of a test. */
export const MOST = 20
/** New skills come only until a session has so many questions. */
const USUAL = 10
/** How long a rush lasts, in milliseconds of thinking. */
export const RUSH = 60_000

export type State = 'new' | 'due' | 'known'

export function stateOf(skill: Pick<Skill, 'id'>, memory: Memory, now: number): State {
  const learned = memory.skills[skill.id]
  return learned ? (learned.due <= now ? 'due' : 'known') : 'new'
}

/** The skills that are due, the longest waiting first. */
export function due(skills: readonly Skill[], memory: Memory, now: number): Skill[] {
  const at = (skill: Skill) => memory.skills[skill.id].due
  return skills
    .filter((skill) => stateOf(skill, memory, now) === 'due')
    .sort((a, b) => at(a) - at(b))
}

/** New skills, one of each drill in turn: a first session shows all of them. */
export function fresh(skills: readonly Skill[], memory: Memory): Skill[] {
  const turns = new Map<DrillName, number>()
  const places = new Map<Skill, number>()
  for (const skill of skills) {
    const turn = turns.get(skill.drill) ?? 0
    turns.set(skill.drill, turn + 1)
    places.set(skill, turn * DRILL_NAMES.length + DRILL_NAMES.indexOf(skill.drill))
  }
  return skills
    .filter((skill) => !memory.skills[skill.id])
    .sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
}

/** What a session of due skills asks: those that are due, and new ones if these are few. */
export function dueSession(skills: readonly Skill[], memory: Memory, now: number): Skill[] {
  const waiting = due(skills, memory, now).slice(0, MOST)
  return [...waiting, ...fresh(skills, memory).slice(0, Math.max(0, USUAL - waiting.length))]
}

/** When something is due next, if nothing is now; null if nothing was ever asked. */
export function nextDue(memory: Memory): number | null {
  const dates = Object.values(memory.skills).map((one) => one.due)
  return dates.length ? Math.min(...dates) : null
}

export const ofKind = (skills: readonly Skill[], kind: Kind): Skill[] =>
  skills.filter((skill) => kind === 'all' || skill.drill === kind)

/** Skills without end: each once before any comes again, and never the same twice in a row. */
export function* stream(
  skills: readonly Skill[],
  chance: () => number,
): Generator<Skill, never, undefined> {
  let last: Skill | null = null
  for (;;) {
    const round = shuffled(skills, chance)
    if (round.length > 1 && round[0] === last) round.push(round.shift() as Skill)
    yield* round
    last = round[round.length - 1]
  }
}

function shuffled<T>(items: readonly T[], chance: () => number): T[] {
  const found = [...items]
  for (let i = found.length - 1; i > 0; i--) {
    const j = Math.floor(chance() * (i + 1))
    ;[found[i], found[j]] = [found[j], found[i]]
  }
  return found
}
