// Sessions: what is asked in each mode, when it ends, and what it remembers.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Asked, DrillName, Given, Skill } from '../src/learn/train/drills'
import { DRILL_NAMES, isRight, nthQuestion } from '../src/learn/train/drills'
import type { Memory } from '../src/learn/train/memory'
import { answered, NOTHING } from '../src/learn/train/memory'
import type { Kind, Mode } from '../src/learn/train/modes'
import { due, dueSession, fresh, nextDue, RUSH, stateOf, stream } from '../src/learn/train/modes'
import { Session } from '../src/learn/train/session.svelte'
import type { Drills } from '../src/protocol'

const { skills } = JSON.parse(readFileSync('src/learn/train/drills.json', 'utf8')) as Drills
const NOON = new Date(2027, 2, 1, 12).getTime()
const DAY = 86_400_000

/** Somebody who practises: the time moves when it is told to. */
class Pupil {
  memory: Memory = NOTHING
  now = NOON
  #state = 7

  change(by: (memory: Memory) => Memory): void {
    this.memory = by(this.memory)
  }

  session(mode: Mode, kind: Kind = 'all', clocks = true): Session {
    return new Session(mode, kind, skills, {
      keeper: this,
      now: () => this.now,
      chance: () => (this.#state = (this.#state * 48271) % 2147483647) / 2147483647,
      clocks,
    })
  }

  /** Answer the open question after some time, and go on. */
  answer(session: Session, right = true, ms = 1000): void {
    this.now += ms
    session.answer(right ? rightAnswer(session.asked as Asked) : ('nothing of the kind' as Given))
    session.next()
  }
}

const rightAnswer = ({ drill, question }: Asked): Given =>
  drill === 'must' ? question.answer[0] : question.answer

describe('comparing', () => {
  it('takes the answer of the file, and of cards any order', () => {
    for (const skill of skills) {
      const asked = nthQuestion(skill, 0)
      expect(isRight(asked, rightAnswer(asked))).toBe(true)
      if (asked.drill === 'duty')
        expect(isRight(asked, [...asked.question.answer].reverse())).toBe(true)
    }
  })

  it('takes nothing else', () => {
    const one = (drill: DrillName) =>
      nthQuestion(skills.find((skill) => skill.drill === drill) as Skill, 0)
    const duty = skills.find(({ id }) => id === 'duty.follow') as Skill
    const hand = nthQuestion(duty, 0) as Extract<Asked, { drill: 'duty' }>
    expect(isRight(hand, hand.question.hand)).toBe(false)
    expect(isRight(hand, [])).toBe(false)
    expect(isRight(one('last'), 14)).toBe(false)
    expect(isRight(one('score'), [0, 0, 0])).toBe(false)
    const asked = one('louder')
    expect(isRight(asked, !asked.question.answer)).toBe(false)
  })

  it('tells nought from none', () => {
    const at = nthQuestion(skills.find(({ id }) => id === 'last.at') as Skill, 0)
    const above = nthQuestion(skills.find(({ id }) => id === 'last.above') as Skill, 0)
    expect([isRight(at, 0), isRight(at, null)]).toEqual([true, false])
    expect([isRight(above, 0), isRight(above, null)]).toEqual([false, true])
  })
})

describe('what is due', () => {
  it('is new at first, then known, then due', () => {
    const [skill] = skills
    const memory = answered(NOTHING, skill, true, null, NOON)
    expect(stateOf(skill, NOTHING, NOON)).toBe('new')
    expect(stateOf(skill, memory, NOON)).toBe('known')
    expect(stateOf(skill, memory, nextDue(memory) as number)).toBe('due')
    expect(nextDue(NOTHING)).toBeNull()
  })

  it('begins with one of each drill', () => {
    const first = fresh(skills, NOTHING)
    expect(first).toHaveLength(skills.length)
    expect(first.slice(0, 8).map((skill) => skill.drill)).toEqual(DRILL_NAMES)
    expect(first.slice(8, 10).map((skill) => skill.id)).toEqual(['order.trump.FD', 'winner.cut'])
    expect(dueSession(skills, NOTHING, NOON)).toEqual(first.slice(0, 10))
  })

  it('is the longest waiting first, at most twenty, with new ones only among few', () => {
    let memory = NOTHING
    skills.slice(0, 25).forEach((skill, i) => {
      memory = answered(memory, skill, true, null, NOON - i * 1000)
    })
    const later = NOON + DAY
    const session = dueSession(skills, memory, later)
    expect(session).toEqual(due(skills, memory, later).slice(0, 20))
    expect(session[0]).toBe(skills[24])
    const few = dueSession(skills.slice(22), memory, later)
    expect(few.map((skill) => stateOf(skill, memory, later))).toEqual([
      ...Array(3).fill('due'),
      ...Array(7).fill('new'),
    ])
  })
})

describe('a stream', () => {
  it('asks each skill once before any comes again, never twice in a row', () => {
    let state = 3
    const chance = () => (state = (state * 48271) % 2147483647) / 2147483647
    const three = skills.slice(0, 3)
    const found = stream(three, chance)
    const drawn = Array.from({ length: 300 }, () => found.next().value)
    for (let i = 0; i < 300; i += 3) expect(new Set(drawn.slice(i, i + 3)).size).toBe(3)
    drawn.forEach((skill, i) => {
      expect(skill).not.toBe(drawn[i + 1])
    })
  })
})

describe('a session', () => {
  it('of what is due asks ten new skills first, and nothing again at once', () => {
    const pupil = new Pupil()
    const session = pupil.session('due')
    while (!session.isOver) pupil.answer(session)
    expect(session.answers).toHaveLength(10)
    expect(session.right).toBe(10)
    expect(Object.values(pupil.memory.skills).map((one) => one.asked)).toEqual(Array(10).fill(1))
    const next = pupil.session('due')
    expect(next.asked?.skill.id).toBe('duty.follow')
  })

  it('brings what was missed once more at the end, with another question', () => {
    const pupil = new Pupil()
    const session = pupil.session('due')
    const missed = session.asked as Asked
    pupil.answer(session, false)
    expect(session.total).toBe(11)
    for (let i = 0; i < 9; i++) pupil.answer(session)
    expect(session.asked?.skill).toBe(missed.skill)
    expect(session.asked?.question).not.toBe(missed.question)
    pupil.answer(session, false)
    expect(session.isOver).toBe(true)
    expect(session.total).toBe(11)
  })

  it('never has more than twenty questions', () => {
    const pupil = new Pupil()
    for (const skill of skills.slice(0, 30))
      pupil.memory = answered(pupil.memory, skill, true, null, NOON - DAY)
    const session = pupil.session('due')
    expect(session.total).toBe(20)
    while (!session.isOver) pupil.answer(session, false)
    expect(session.answers).toHaveLength(20)
  })

  it('of a test has twenty questions of a kind', () => {
    const pupil = new Pupil()
    const session = pupil.session('test', 'score')
    const questions = new Set()
    while (!session.isOver) {
      expect(session.asked?.drill).toBe('score')
      questions.add(session.asked?.question)
      pupil.answer(session, true, 2400)
    }
    expect(questions.size).toBe(20)
    expect(session.answers).toHaveLength(20)
    expect(session.pace).toBe(2400)
    expect([session.isBest, session.best]).toEqual([false, 20]) // there was none to beat
  })

  it('of a streak ends with the first mistake', () => {
    const pupil = new Pupil()
    const session = pupil.session('streak', 'order')
    for (let i = 0; i < 34; i++) pupil.answer(session)
    pupil.answer(session, false)
    expect(session.isOver).toBe(true)
    expect([session.longest, session.best]).toEqual([34, 34])
    const again = pupil.session('streak', 'order')
    pupil.answer(again, false)
    expect([again.isBest, again.best]).toEqual([false, 34])
    const third = pupil.session('streak', 'order')
    for (let i = 0; i < 35; i++) pupil.answer(third)
    pupil.answer(third, false)
    expect([third.isBest, third.best]).toEqual([true, 35])
  })

  it('of a rush ends after a minute of thinking, reading does not count', () => {
    const pupil = new Pupil()
    const session = pupil.session('rush')
    pupil.now += 25_000
    session.answer('wrong' as Given)
    pupil.now += 300_000 // reads the rule
    session.next()
    expect(session.left).toBe(RUSH - 25_000)
    pupil.answer(session, true, 30_000)
    expect(session.left).toBe(5_000)
    session.timeout()
    expect(session.isOver).toBe(true)
    expect([session.right, session.answers.length, session.best]).toEqual([1, 2, 1])
  })

  it('of a rush stands still while its page is left', () => {
    const pupil = new Pupil()
    const session = pupil.session('rush')
    pupil.now += 10_000
    session.pause()
    pupil.now += 90_000
    session.begin()
    pupil.answer(session, true, 4_000)
    expect(session.left).toBe(RUSH - 14_000)
    expect(session.answers[0].ms).toBe(4_000)
  })

  it('without clocks keeps no times, and right is right', () => {
    const pupil = new Pupil()
    const session = pupil.session('test', 'order', false)
    while (!session.isOver) pupil.answer(session, true, 60_000)
    expect(session.pace).toBeNull()
    expect(pupil.memory.times).toEqual({})
  })

  it('counts the right answers in a row', () => {
    const pupil = new Pupil()
    const session = pupil.session('test', 'order')
    for (const right of [true, true, true, false, true, true]) pupil.answer(session, right)
    expect([session.run, session.longest]).toEqual([2, 3])
  })

  it('takes one answer to a question, and goes on only after it', () => {
    const pupil = new Pupil()
    const session = pupil.session('streak')
    const first = session.asked
    session.next()
    expect(session.asked).toBe(first)
    expect(session.answer(rightAnswer(first as Asked))).toBe(true)
    expect(session.answer('wrong' as Given)).toBe(false)
    expect(session.answers).toHaveLength(1)
  })
})
