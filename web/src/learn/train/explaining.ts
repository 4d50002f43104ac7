/** After a mistake: the rule's number and its sentence, as in a refusal. The file says which. */
import type { Card } from '../../cards'
import type { LastQuestion, LouderQuestion, PlayingQuestion, Refusal } from '../../protocol'
import type { Key, Words } from '../../words'
import type { Asked, Given } from './drills'
import { people } from './naming'

export interface Explanation {
  rule: string
  sentence: string
  /** The answer in words, where it is not marked on cards. */
  answer: string
}

export function explain(asked: Asked, given: Given, words: Words): Explanation {
  const refusal = refusalOf(asked, given)
  const sentence = refusal ? refused(asked, refusal, words) : why(asked, words)
  return { rule: refusal?.rule ?? asked.skill.rule, sentence, answer: answerOf(asked, words) }
}

/** The refusal that the mistake would have met at a table, if there is one. */
function refusalOf({ drill, question }: Asked, given: Given): Refusal | null {
  if (drill === 'duty' || drill === 'must') return refusedCard(question, given)
  if (drill === 'last' || drill === 'louder') return question.refusal ?? null
  return null
}

function refusedCard({ refused = [] }: PlayingQuestion, given: Given): Refusal | null {
  const cards = (Array.isArray(given) ? given : [given]) as readonly Card[]
  const found = refused.filter((one) => one.cards.some((card) => cards.includes(card)))
  // A card of the right suit that is too low says more than one of another suit.
  return found.at(-1)?.refusal ?? null
}

function refused({ drill, question }: Asked, refusal: Refusal, words: Words): string {
  if (drill !== 'louder') return words.refusal(refusal)
  const me = question.wish.seat
  return words.refusal(refusal, namesOf(question, words), me)
}

export const namesOf = ({ players, wish }: LouderQuestion, words: Words): string[] =>
  people(players, wish.seat, words).map(({ name }) => name)

function why({ drill, skill, question }: Asked, words: Words): string {
  const because = (key: string, args = {}) => words.say(`drill.why.${key}` as Key, args)
  switch (drill) {
    case 'order':
      return because(skill.id.split('.').slice(0, 2).join('.'))
    case 'winner':
    case 'duty':
      if (skill.id.endsWith('.twin') && question.pack)
        return words.say('ui.board.pack', { pack: words.pack(question.pack) })
      return because(skill.id)
    case 'last':
      return lastWhy(question, because)
    case 'louder':
      return because(skill.id, { cards: question.cards })
    case 'score':
      return question.factor
        ? because('score.times', { n: question.factor })
        : because('score.once')
    case 'count':
      return countWhy(question, words, because)
    case 'must':
      return '' // every wrong card has its refusal
  }
}

type Because = (key: string, args?: Record<string, string | number>) => string

const lastWhy = (question: LastQuestion, because: Because) =>
  question.instead ? because('last.instead') : because('last.above', { total: question.cards })

type CountAsked = Extract<Asked, { drill: 'count' }>['question']

function countWhy(question: CountAsked, words: Words, because: Because): string {
  if (question.ask === 'out') {
    const { trump, tricks, hand } = question.seen
    const count = (cards: readonly Card[]) => cards.filter((card) => card[1] === trump).length
    const played = count(tricks.flatMap((trick) => trick.cards))
    return because('count.out', { played, mine: count(hand), out: question.answer })
  }
  if (question.ask === 'master') {
    if (question.answer) return because('count.master')
    const cards = (question.stronger ?? []).map((card) => words.card(card))
    return because('count.beaten', { cards: words.join(cards, 'and') })
  }
  const suit = words.suit(question.suit)
  if (question.answer === null) return because('count.nobody', { suit })
  return because('count.void', { suit, player: people(4, 0, words)[question.answer].name })
}

/** The right answer as a word or a number; cards are marked where they lie. */
function answerOf({ drill, question }: Asked, words: Words): string {
  const { answer } = question
  if (typeof answer === 'boolean') return words.say(answer ? 'drill.yes' : 'drill.no')
  if (drill === 'last') return answer === null ? words.say('drill.none') : String(answer)
  if (drill !== 'count') return ''
  if (question.ask === 'out') return String(answer)
  if (answer === null) return words.say('drill.nobody')
  return people(4, 0, words)[answer as number].name
}
