/** A question for the ear: all that the eye sees of it, in sentences. */
import type { Card, Pack, Trump } from '../../cards'
import type { PlayedTrick, Spoken } from '../../protocol'
import type { Key, Words } from '../../words'
import type { Asked } from './drills'
import { namesOf } from './explaining'
import type { Person } from './naming'
import { people } from './naming'

/** What is asked. */
export function questionText({ drill, skill, question }: Asked, words: Words): string {
  if (drill === 'duty')
    return words.say(question.trick.length ? 'drill.ask.duty' : 'drill.ask.lead')
  if (drill === 'last') {
    const { cards, instead } = question
    if (!instead) return words.say('drill.ask.last', { n: cards })
    return words.say('drill.ask.instead', { n: cards, trump: words.trump(instead) })
  }
  if (drill === 'louder') {
    if (question.wish.seat < 0) return words.say('drill.ask.watching')
    return words.say(skill.rule === 'A3' ? 'drill.ask.strong' : 'drill.ask.say')
  }
  if (drill !== 'count') return words.say(`drill.ask.${drill}` as Key)
  if (question.ask === 'master')
    return words.say('drill.ask.master', { card: words.card(question.card) })
  if (question.ask === 'void')
    return words.say('drill.ask.void', { suit: words.suit(question.suit) })
  return words.say('drill.ask.out')
}

/** "Hearts are trumps, marked". */
export function contractText(
  { trump, pack }: { trump: Trump; pack?: Pack | null },
  words: Words,
): string {
  const is = words.say(`trump.is.${trump}`)
  return pack ? words.say('bid.pack', { bid: is, pack: words.pack(pack) }) : is
}

/** What lies on the table, or was said. */
export const told = (asked: Asked, words: Words): string => situation(asked, words).join(' ')

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

function situation({ drill, question }: Asked, words: Words): string[] {
  if (drill === 'order' || drill === 'winner') return [sentence(contractText(question, words))]
  if (drill === 'duty' || drill === 'must') {
    const trick = { leader: 0, cards: question.trick }
    const lies = question.trick.length
      ? [trickText(trick, people(question.trick.length, null, words), words)]
      : []
    return [sentence(contractText(question, words)), ...lies]
  }
  if (drill === 'last') {
    const names = people(question.bids.length + 1, question.bids.length, words)
    const said = question.bids.map((tricks, seat) => ({ seat, tricks, trump: question.trump }))
    const all = question.doubled ? [...said, { seat: question.bids.length, double: true }] : said
    return all.map((one) => spokenText(one, names, words))
  }
  if (drill === 'louder') return louderText(question, words)
  return drill === 'count' ? [sentence(contractText(question.seen, words))] : []
}

function louderText(
  question: Extract<Asked, { drill: 'louder' }>['question'],
  words: Words,
): string[] {
  const names = namesOf(question, words).map((name) => ({ name }))
  const said = question.said.map((one) => spokenText(one, names, words))
  const wish = words.label(words.say('drill.wish'), callText(question.wish, words))
  return [...(said.length ? said : [words.say('drill.silence')]), sentence(wish)]
}

const spokenText = (said: Spoken, names: readonly Pick<Person, 'name'>[], words: Words): string =>
  sentence(words.label(names[said.seat].name, callText(said, words)))

/** "3 spades", "Double!" */
export function callText(said: Spoken, words: Words): string {
  if (said.tricks == null || said.trump == null)
    return words.say(said.double ? 'shout.double' : 'shout.redouble')
  return words.bid(said.tricks, said.trump, said.pack ?? null)
}

/** "Ana: King of clubs, Bo: Knight of clubs." */
export const trickText = (
  { leader, cards }: PlayedTrick,
  names: readonly Person[],
  words: Words,
): string => {
  const laid = cards.map((card: Card, i) =>
    words.label(names[(leader + i) % names.length].name, words.card(card)),
  )
  return sentence(words.join(laid))
}
