// Every question, mistake and skill of the trainer has its words, in all languages and both vocabularies.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Asked, Given, Skill } from '../src/learn/train/drills'
import { isRight } from '../src/learn/train/drills'
import { explain } from '../src/learn/train/explaining'
import { people, secondsOf, skillName, whenIn } from '../src/learn/train/naming'
import { questionText, told } from '../src/learn/train/telling'
import type { Drills } from '../src/protocol'
import type { Words } from '../src/words'
import { LANGUAGES, load } from '../src/words'

const { skills } = JSON.parse(readFileSync('src/learn/train/drills.json', 'utf8')) as Drills
const VOCABULARIES = ['2023', '2015'] as const
const MINUTE = 60_000

const askedOf = (skill: Skill): Asked[] =>
  skill.questions.map((question) => ({ drill: skill.drill, skill, question }) as Asked)

/** Every wrong answer that can be tapped; of cards, one too many and one too few. */
function mistakes(asked: Asked): Given[] {
  const numbers = [null, ...Array.from({ length: 15 }, (_, n) => n)]
  const all = (): Given[] => {
    switch (asked.drill) {
      case 'order':
        return [...asked.question.cards]
      case 'winner':
        return [...asked.question.trick]
      case 'must':
        return [...asked.question.hand]
      case 'duty': {
        const { hand, answer } = asked.question
        return [
          ...hand.map((card) => [card, ...answer]),
          ...answer.map((card) => answer.filter((one) => one !== card)),
        ]
      }
      case 'last':
        return numbers
      case 'score':
        return [asked.question.bids, [0, 0, 0, 0]]
      default:
        return typeof asked.question.answer === 'boolean' ? [true, false] : numbers.slice(0, 5)
    }
  }
  return all().filter((given) => !isRight(asked, given))
}

/** A sentence without an empty place or a key that has no words. */
const isWhole = (text: string) =>
  text.length > 1 && !/[{}]|\b(undefined|null)\b|\b(drill|refusal|ui)\./.test(text)

describe.each(LANGUAGES)('in %s', (language) => {
  const spoken: Words[] = []
  beforeAll(async () => {
    for (const vocabulary of VOCABULARIES) spoken.push(await load(language, vocabulary))
  })

  it('every question is asked and told', () => {
    const faults: string[] = []
    for (const words of spoken)
      for (const asked of skills.flatMap(askedOf)) {
        const texts = [
          questionText(asked, words),
          ...(asked.drill === 'score' ? [] : [told(asked, words)]),
        ]
        faults.push(...texts.filter((text) => !isWhole(text)))
      }
    expect(faults).toEqual([])
  })

  it('every mistake is answered with a rule and its sentence', () => {
    const faults: string[] = []
    for (const words of spoken)
      for (const asked of skills.flatMap(askedOf))
        for (const given of mistakes(asked)) {
          const { rule, sentence, answer } = explain(asked, given, words)
          if (!isWhole(sentence) || !/^[A-Z]\d+$/.test(rule) || /[{}]|drill\./.test(answer))
            faults.push(`${asked.skill.id} ${JSON.stringify(given)}: ${rule} ${sentence} ${answer}`)
        }
    expect(faults).toEqual([])
  })

  it('every skill has a name of its own', () => {
    for (const words of spoken) {
      const names = skills.map(({ id, drill }) => `${drill} ${skillName(id, words)}`)
      expect(names.every(isWhole)).toBe(true)
      expect(new Set(names).size).toBe(names.length)
    }
  })
})

describe('in words', () => {
  let english: Words
  beforeAll(async () => {
    english = await load('en', '2023')
  })
  const one = (id: string) => askedOf(skills.find((skill) => skill.id === id) as Skill)

  it('a refused card says what a table would say', () => {
    const rise = one('must.rise').find(({ question }) => question) as Asked
    const low = (rise as Extract<Asked, { drill: 'must' }>).question.refused?.find(
      ({ refusal }) => refusal.code === 'must-rise',
    )
    const told = explain(rise, low?.cards[0] as Given, english)
    expect(told.rule).toBe('P3')
    expect(told.sentence).toMatch(/^You hold the .+: you must rise and beat the .+\.$/)
  })

  it('of several wrong cards the one that is too low is spoken of', () => {
    const [asked] = one('duty.overcut') as Extract<Asked, { drill: 'duty' }>[]
    expect(explain(asked, asked.question.hand, english).sentence).toContain('you must rise')
  })

  it('too few cards are answered with what the rule allows', () => {
    const [asked] = one('duty.discard') as Extract<Asked, { drill: 'duty' }>[]
    const { rule, sentence } = explain(asked, asked.question.hand.slice(1), english)
    expect([rule, sentence]).toEqual(['P5', 'Neither the suit led nor a trump: any card will do.'])
  })

  it('times are told as people tell them', () => {
    expect(whenIn(-5, english)).toBe('in 1 minute')
    expect(whenIn(10 * MINUTE, english)).toBe('in 10 minutes')
    expect(whenIn(23 * 60 * MINUTE, english)).toBe('tomorrow')
    expect(whenIn(9 * 24 * 60 * MINUTE, english)).toBe('in 9 days')
    expect(whenIn(100 * 24 * 60 * MINUTE, english)).toBe('in 3 months')
    expect(secondsOf(2449, english)).toBe('2.4 s')
  })

  it('the people around the table keep their names whoever you are', () => {
    expect(people(4, 1, english).map(({ name }) => name)).toEqual(['Ana', 'You', 'Bo', 'Chi'])
    expect(people(3, -1, english).map(({ name }) => name)).toEqual(['Ana', 'Bo', 'Chi'])
  })
})
