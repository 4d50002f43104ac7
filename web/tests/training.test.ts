// What is learned: grades, when a skill comes back, merging, and files.
import { describe, expect, it } from 'vitest'
import { read, write } from '../src/learn/train/files'
import { gradeOf, median } from '../src/learn/train/grading'
import type { Memory } from '../src/learn/train/memory'
import { achieved, answered, dayOf, merged, NOTHING } from '../src/learn/train/memory'
import { reviewed } from '../src/learn/train/schedule'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NOON = new Date(2027, 2, 1, 12).getTime()
const KING = { id: 'order.trump.FR', drill: 'order' } as const
const RISE = { id: 'duty.rise', drill: 'duty' } as const

describe('grades', () => {
  const usual = [900, 1000, 1000, 1100, 4000]

  it('takes the median of an odd and an even number of times', () => {
    expect(median([])).toBeNull()
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
  })

  it('is 1 for what is wrong, however fast', () => {
    expect(gradeOf(false, 1, usual)).toBe(1)
  })

  it('is 2 for what is slower than twice the own median, 4 for what is faster than half of it', () => {
    expect(gradeOf(true, 2001, usual)).toBe(2)
    expect(gradeOf(true, 2000, usual)).toBe(3)
    expect(gradeOf(true, 500, usual)).toBe(3)
    expect(gradeOf(true, 499, usual)).toBe(4)
  })

  it('is 3 without a clock, and as long as nothing is usual yet', () => {
    expect(gradeOf(true, null, usual)).toBe(3)
    expect(gradeOf(true, 1, usual.slice(1))).toBe(3)
  })
})

describe('the schedule', () => {
  it('brings back what is missed in a minute, what is known in ten, what is easy in days', () => {
    expect(reviewed(null, 1, NOON).due).toBe(NOON + MINUTE)
    expect(reviewed(null, 3, NOON).due).toBe(NOON + 10 * MINUTE)
    expect(reviewed(null, 4, NOON).due).toBeGreaterThan(NOON + 2 * DAY)
  })

  it('waits longer after every right answer, and starts over after a wrong one', () => {
    let one = reviewed(null, 3, NOON)
    const waits: number[] = []
    for (let i = 0; i < 6; i++) {
      const now = one.due
      one = reviewed(one, 3, now)
      waits.push(one.due - now)
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(waits.at(-1)).toBeGreaterThan(60 * DAY)
    const forgotten = reviewed(one, 1, one.due)
    expect(forgotten.due - one.due).toBe(10 * MINUTE)
    expect(forgotten.lapses).toBe(1)
    expect(forgotten.stability).toBeLessThan(one.stability)
  })

  it('asks for a skill when the chance to know it has fallen to 90 %', () => {
    let one = reviewed(null, 4, NOON)
    for (let i = 0; i < 3; i++) one = reviewed(one, 3, one.due)
    expect((one.due - one.last) / DAY).toBe(Math.round(one.stability))
  })
})

describe('a memory', () => {
  it('keeps the skill, the time of right answers, and the day', () => {
    let memory = answered(NOTHING, KING, true, 1234.4, NOON)
    memory = answered(memory, KING, false, 999, NOON + 1)
    memory = answered(memory, RISE, true, null, NOON + 2)
    expect(memory.skills['order.trump.FR']).toMatchObject({ asked: 2, reps: 2, last: NOON + 1 })
    expect(memory.times).toEqual({ order: [1234] })
    expect(memory.days).toEqual({ '2027-03-01': [2, 1] })
  })

  it('grades by the times of the same drill', () => {
    let slow = NOTHING
    for (let i = 0; i < 5; i++) slow = answered(slow, RISE, true, 8000, NOON + i)
    const fast = answered(slow, KING, true, 1000, NOON + 9)
    expect(fast.skills[KING.id].due).toBe(NOON + 9 + 10 * MINUTE) // no usual time yet: right
    const quick = answered(slow, { ...RISE, id: 'duty.cut' }, true, 1000, NOON + 9)
    expect(quick.skills['duty.cut'].due).toBeGreaterThan(NOON + DAY) // faster than half: easy
  })

  it('forgets what is long ago', () => {
    let memory = NOTHING
    for (let i = 0; i < 400; i++) memory = answered(memory, KING, true, 100 + i, NOON + i * DAY)
    expect(memory.times.order).toHaveLength(40)
    expect(memory.times.order?.at(-1)).toBe(499)
    expect(Object.keys(memory.days)).toHaveLength(366)
    expect(memory.days[dayOf(NOON + 399 * DAY)]).toEqual([1, 0])
  })

  it('keeps the best result', () => {
    const once = achieved(NOTHING, 'rush:all', 12)
    expect(achieved(once, 'rush:all', 11)).toBe(once)
    expect(achieved(once, 'rush:all', 13).best).toEqual({ 'rush:all': 13 })
    expect(achieved(NOTHING, 'rush:all', 0)).toBe(NOTHING)
  })
})

/** A memory of many answers, from a small generator of chance. */
function practised(seed: number, answers: number): Memory {
  let state = seed
  const below = (n: number) => {
    state = (state * 48271) % 2147483647
    return state % n
  }
  const skills = [
    KING,
    RISE,
    { id: 'duty.cut', drill: 'duty' },
    { id: 'count.out-1', drill: 'count' },
  ] as const
  let memory = NOTHING
  let now = NOON
  for (let i = 0; i < answers; i++) {
    now += below(3 * DAY)
    memory = answered(memory, skills[below(4)], below(4) > 0, below(2) ? below(9000) : null, now)
    memory = achieved(memory, `rush:${['all', 'duty'][below(2)]}`, below(30))
  }
  return memory
}

describe('merging', () => {
  const memories = [1, 2, 3, 4, 5].map((seed) => practised(seed, seed * 7))

  it('takes of each skill the later review, and never asks a question again', () => {
    const early = answered(NOTHING, KING, true, 500, NOON)
    const late = answered(answered(NOTHING, KING, false, 500, NOON + 1), RISE, true, 1, NOON + 2)
    const more = answered(answered(early, KING, true, 1, NOON - 9), KING, true, 1, NOON - 8)
    const both = merged(more, late)
    expect(both.skills[KING.id]).toMatchObject({ last: NOON + 1, due: NOON + 1 + MINUTE, asked: 3 })
    expect(both.skills[RISE.id]).toEqual(late.skills[RISE.id])
  })

  it('does not count the answers of a day twice', () => {
    const one = answered(NOTHING, KING, true, 500, NOON)
    expect(merged(one, one).days).toEqual(one.days)
  })

  it('gives the same whichever way and however often it is done', () => {
    for (const a of memories) {
      expect(merged(a, a)).toEqual(a)
      expect(merged(a, NOTHING)).toEqual(a)
      for (const b of memories) {
        const both = merged(a, b)
        expect(merged(b, a)).toEqual(both)
        expect(merged(both, a)).toEqual(both)
        for (const c of memories) expect(merged(both, c)).toEqual(merged(a, merged(b, c)))
      }
    }
  })
})

describe('a file', () => {
  it('is read as it was written', () => {
    const memory = practised(9, 40)
    expect(read(write(memory))).toEqual(memory)
    expect(read(write(NOTHING))).toEqual(NOTHING)
  })

  it('of something else is none', () => {
    for (const text of [
      '',
      'null',
      '[]',
      '{}',
      '{"format":"batarde/1"}',
      '{"format":',
      'x'.repeat(2e6),
    ])
      expect(read(text)).toBeNull()
  })

  it('keeps what can be read of one that is damaged', () => {
    const whole = answered(NOTHING, KING, true, 500, NOON)
    const good = whole.skills[KING.id]
    const damaged = {
      format: 'batarde-training/1',
      skills: {
        [KING.id]: good,
        'duty.rise': { ...good, due: 'tomorrow' },
        'duty.cut': { ...good, state: 7 },
        'duty.low': { ...good, stability: 0 },
        'a b': good,
        'must.rise': null,
      },
      times: { order: [1, -1], duty: [300], cooking: [1] },
      days: { '2027-03-01': [1, 2], someday: [1, 1], '2027-03-02': [1] },
      best: { 'rush:all': 4, 'streak:all': 1.5, __proto__: null },
    }
    expect(read(JSON.stringify(damaged))).toEqual({
      skills: { [KING.id]: good },
      times: { duty: [300] },
      days: { '2027-03-01': [1, 2] },
      best: { 'rush:all': 4 },
    })
  })
})
