/** When a skill comes back: FSRS with its default parameters, which aim at 90 % of it being known. */
import type { Card } from 'ts-fsrs'
import { createEmptyCard, fsrs } from 'ts-fsrs'
import type { Grade } from './grading'

const RETENTION = 0.9
const scheduler = fsrs({ request_retention: RETENTION })

/** What is remembered of a skill, as it is written down. Times are milliseconds since 1970. */
export interface Remembered {
  due: number
  /** The last review. */
  last: number
  /** Days until the chance to know it falls to 90 %. */
  stability: number
  difficulty: number
  /** FSRS' own counters: days planned, step of learning, reviews, times forgotten, state. */
  days: number
  step: number
  reps: number
  lapses: number
  state: number
}

/** A skill after a review. */
export function reviewed(before: Remembered | null, grade: Grade, now: number): Remembered {
  const card = before ? restored(before) : createEmptyCard(now)
  return kept(scheduler.next(card, now, grade).card, now)
}

const restored = (one: Remembered): Card => ({
  due: new Date(one.due),
  stability: one.stability,
  difficulty: one.difficulty,
  elapsed_days: 0, // left for older programs; the scheduler reads the dates
  scheduled_days: one.days,
  learning_steps: one.step,
  reps: one.reps,
  lapses: one.lapses,
  state: one.state,
  last_review: new Date(one.last),
})

const kept = (card: Card, now: number): Remembered => ({
  due: card.due.getTime(),
  last: now,
  stability: rounded(card.stability),
  difficulty: rounded(card.difficulty),
  days: card.scheduled_days,
  step: card.learning_steps,
  reps: card.reps,
  lapses: card.lapses,
  state: card.state,
})

const rounded = (value: number) => Math.round(value * 1e4) / 1e4
