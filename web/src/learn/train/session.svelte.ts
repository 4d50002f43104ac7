/** A session: asks, compares, remembers, and knows when it is over. It is told the time and the chance. */
import type { Asked, Given, Skill } from './drills'
import { isRight, nthQuestion } from './drills'
import { median } from './grading'
import type { Memory } from './memory'
import { achieved, answered } from './memory'
import type { Kind, Mode } from './modes'
import { dueSession, MOST, ofKind, RUSH, stream } from './modes'

export interface Answer {
  skill: Skill
  right: boolean
  /** The time it took, if there was a clock. */
  ms: number | null
}

/** Where what is learned is kept. */
interface Keeper {
  memory: Memory
  change(by: (memory: Memory) => Memory): void
}

export interface Circumstances {
  keeper: Keeper
  now: () => number
  chance: () => number
  /** Whether time counts. */
  clocks: boolean
}

export class Session {
  /** The open question; null when all is over. */
  asked = $state.raw<Asked | null>(null)
  /** How the open question was answered; null as long as it is open. */
  given = $state.raw<{ value: Given; right: boolean } | null>(null)
  answers = $state.raw<readonly Answer[]>([])
  /** How many questions there will be; null where only a mistake or the time ends it. */
  total = $state<number | null>(null)
  /** What is left of a rush, in milliseconds, when the open question was asked. */
  left = $state(RUSH)
  /** Whether the result is better than all before. */
  isBest = $state(false)
  #queue: Iterator<Skill>
  #again: Skill[] = []
  /** When the question came, and when there was all that is needed to answer it. */
  #opened = 0
  #since = 0

  constructor(
    readonly mode: Mode,
    readonly kind: Kind,
    skills: readonly Skill[],
    private readonly circumstances: Circumstances,
  ) {
    const { keeper, now, chance } = circumstances
    const plan = mode === 'due' ? dueSession(skills, keeper.memory, now()) : null
    this.#queue = plan ? plan.values() : stream(ofKind(skills, kind), chance)
    this.total = plan ? plan.length : mode === 'test' ? MOST : null
    this.#ask()
  }

  get isOver(): boolean {
    return this.asked === null
  }

  /** Which question is open, or was just answered; the first is 0. */
  get at(): number {
    return this.answers.length - (this.given ? 1 : 0)
  }

  /** The right answers in a row up to now. */
  get run(): number {
    const last = this.answers.findLastIndex((answer) => !answer.right)
    return this.answers.length - 1 - last
  }

  /** The longest row of right answers. */
  get longest(): number {
    let [best, run] = [0, 0]
    for (const { right } of this.answers) best = Math.max(best, (run = right ? run + 1 : 0))
    return best
  }

  get right(): number {
    return this.answers.filter((answer) => answer.right).length
  }

  /** The usual time of an answer; null without a clock. */
  get pace(): number | null {
    return median(this.answers.flatMap(({ ms }) => (ms === null ? [] : [ms])))
  }

  /** The best result of this mode and kind. */
  get best(): number {
    return this.circumstances.keeper.memory.best[this.#name] ?? 0
  }

  /** The question can be seen now. */
  begin(): void {
    this.#opened = this.#since = this.circumstances.now()
  }

  /** All that was to be looked at first has been: from here the answer takes its time. */
  ready(): void {
    this.#since = this.circumstances.now()
  }

  /** The page is left: until it is there again no time counts. */
  pause(): void {
    if (!this.asked || this.given) return
    this.left = Math.max(0, this.left - this.#spent(this.#opened))
    this.begin()
  }

  answer(value: Given): boolean {
    const asked = this.asked
    if (!asked || this.given) return false
    const ms = this.#spent(this.#since)
    const right = isRight(asked, value)
    const timed = this.circumstances.clocks ? ms : null
    this.left = Math.max(0, this.left - this.#spent(this.#opened))
    this.given = { value, right }
    this.answers = [...this.answers, { skill: asked.skill, right, ms: timed }]
    this.circumstances.keeper.change((memory) =>
      answered(memory, asked.skill, right, timed, this.circumstances.now()),
    )
    if (!right) this.#askAgain(asked.skill)
    return right
  }

  /** Go on after an answer. */
  next(): void {
    if (!this.given) return
    this.given = null
    this.#ask()
  }

  /** The time of a rush has run out: the open question does not count. */
  timeout(): void {
    if (this.given) return
    this.left = 0
    this.#end()
  }

  #ask(): void {
    const next = this.#isDone() ? undefined : (this.#queue.next().value ?? this.#again.shift())
    if (!next) {
      this.#end()
      return
    }
    const count = this.circumstances.keeper.memory.skills[next.id]?.asked ?? 0
    this.asked = nthQuestion(next, count)
    this.begin()
  }

  #isDone(): boolean {
    if (this.mode === 'rush') return this.left <= 0
    if (this.mode === 'streak') return this.answers.some((answer) => !answer.right)
    return this.answers.length >= (this.total ?? 0)
  }

  /** What was missed comes once more at the end, with another question, if there is room. */
  #askAgain(skill: Skill): void {
    if (this.mode !== 'due' || this.total === null || this.total >= MOST) return
    if (this.answers.filter((answer) => answer.skill === skill).length > 1) return
    this.#again.push(skill)
    this.total += 1
  }

  #end(): void {
    this.asked = null
    if (this.mode === 'due' || !this.answers.length) return
    const result = this.mode === 'streak' ? this.longest : this.right
    this.isBest = this.best > 0 && result > this.best
    this.circumstances.keeper.change((memory) => achieved(memory, this.#name, result))
  }

  get #name(): string {
    return `${this.mode}:${this.kind}`
  }

  #spent(since: number): number {
    return this.circumstances.now() - since
  }
}
