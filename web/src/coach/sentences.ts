/** Needs and reasons in words: what `batarde.study.telling` says, from the same messages. */
import type { Card } from '../cards'
import type { Advice, Bid, Cell, Need, Reason } from '../protocol'
import type { Args, Key, Words } from '../words'

/** A number as the language writes it; `short` leaves out a leading zero, where room is scarce. */
export function decimal({ language }: Words, value: number, digits = 2, short = false): string {
  const told = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
  return short ? told.replace(/^(-?)0(?=[.,])/, '$1') : told
}

/** A share of a hundred, with the sign where the language puts it. */
export const inPercent = ({ language }: Words, share: number) =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(share)

export const percent = (share: number) => Math.round(100 * share)

export function needSentences(words: Words, need: Need): string[] {
  if (!need.silent) return [own(words, need), table(words, need.table - need.left)]
  const said = saidSoFar(words, need)
  if (need.forbidden === null) return [said]
  return [said, words.say('hint.forbidden', { number: need.forbidden, total: need.left })]
}

function saidSoFar(words: Words, { table, tricks, forbidden, silent, left }: Need): string {
  if (!table && tricks === null && forbidden === null && silent > 2)
    return words.say('coach.said.none', { n: left })
  return words.say('coach.said', { sum: table, cards: left, n: silent })
}

function own(words: Words, { tricks, left }: Need): string {
  const need = tricks ?? 0
  if (need < 0) return words.say('coach.need.over', { n: -need })
  if (need > left) return words.say('coach.need.short', { n: need - left })
  if (need === 0) return words.say('coach.need.none', { n: left })
  if (need === left) return words.say('coach.need.all', { n: left })
  return words.say('coach.need.some', { n: need, left })
}

function table(words: Words, surplus: number): string {
  if (surplus === 0) return words.say('coach.table.even')
  return surplus > 0
    ? words.say('coach.table.more', { n: surplus })
    : words.say('coach.table.fewer', { n: -surplus })
}

/** Why the best action is best, and than what; the first sentence may only lead to the others. */
export function reasonSentences(words: Words, advice: Advice): string[] {
  if (advice.need.is_forced) return [words.say('coach.forced')]
  if (!advice.reasons.length) return [words.say('coach.even')]
  return advice.reasons.map((reason) => reasonSentence(words, reason))
}

/** What the reasons compare the best action with: "Rather than the King of hearts:". */
export function comparison(words: Words, { over, reasons }: Advice): string {
  if (!over || !reasons.length) return ''
  const other = typeof over === 'string' ? words.the(over as Card) : bidName(words, over)
  return words.say('coach.over', { other })
}

const bidName = (words: Words, { tricks, trump }: Bid) => words.bid(tricks, trump)

export function reasonSentence(words: Words, reason: Reason): string {
  const { code, card, trump, number, percent: share, detail } = reason
  const args: Args = {}
  if (share !== null) args.percent = share
  if (number !== null) args.n = number
  if (card) args.card = words.the(card)
  if (code === 'two-ways' && trump && number !== null) args.bid = words.bid(number, trump)
  if (code === 'freeze') args.double = capital(words.say('verb.double'))
  return words.say(`why.${code}${detail ? `.${detail}` : ''}` as Key, args)
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What a number should miss by, and how sure that is. */
export function figureSentence(words: Words, { misses, error, exact, is_bound }: Cell): string {
  if (is_bound) return words.say('coach.bound', { misses: Math.floor(misses) })
  return words.say('coach.figure', {
    misses: decimal(words, misses),
    error: decimal(words, error),
    percent: percent(exact),
  })
}
