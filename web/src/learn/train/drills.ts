/** The drills: one file of skills, each with its questions and their answers. Nothing here knows the rules. */
import type { Card } from '../../cards'
import type { Drills } from '../../protocol'
import url from './drills.json?url'

export type Skill = Drills['skills'][number]
export type DrillName = Skill['drill']
/** A skill with one of its questions. */
export type Asked = { [Name in DrillName]: AskedOf<Extract<Skill, { drill: Name }>> }[DrillName]
type AskedOf<S extends Skill> = { drill: S['drill']; skill: S; question: S['questions'][number] }
/** What somebody answers: cards, a number, yes or no, a seat, numbers; null is "none" or "nobody". */
export type Given = Card | readonly Card[] | number | readonly number[] | boolean | null

/** The drills in the order in which they are shown, each with the figure that stands for it. */
export const DRILLS: Record<DrillName, Card> = {
  order: 'FH',
  winner: 'DC',
  duty: 'VS',
  must: 'JS',
  last: 'ND',
  louder: 'MC',
  score: 'RD',
  count: 'TC',
}
export const DRILL_NAMES = Object.keys(DRILLS) as DrillName[]

let asked: Promise<readonly Skill[]> | null = null

/** Fetch the file, once; without a line it comes from what the service worker keeps. */
export function loadSkills(): Promise<readonly Skill[]> {
  asked ??= fetched().catch((fault: unknown) => {
    asked = null // tried again with the next page
    throw fault
  })
  return asked
}

async function fetched(): Promise<readonly Skill[]> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the drills did not come: ${response.status}`)
  return ((await response.json()) as Drills).skills
}

/** The question of a skill after so many: none comes twice before all have come. */
export const nthQuestion = (skill: Skill, n: number): Asked =>
  ({ drill: skill.drill, skill, question: skill.questions[n % skill.questions.length] }) as Asked

/** Whether an answer is the one in the file; the order of cards does not matter. */
export function isRight({ drill, question }: Asked, given: Given): boolean {
  const right = question.answer
  if (drill === 'must') return given === (right as readonly Card[])[0]
  if (drill === 'duty') return written(sorted(right)) === written(sorted(given))
  return written(right) === written(given)
}

const written = (value: unknown) => JSON.stringify(value)
const sorted = (cards: unknown) => (Array.isArray(cards) ? [...cards].sort() : cards)
