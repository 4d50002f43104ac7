// What the pad refuses, and what was changed in it, in words.
// The twin of src/batarde/words/padspeech.py.

import type { Key, Words } from '../words'
import type { Change, Pack, PadRefusal, Trump } from './protocol'

/** Why the pad refuses something. */
export function refusalText(words: Words, refusal: PadRefusal, names: readonly string[]): string {
  const { code, seat, number, total } = refusal
  const isAnybody = code === 'forbidden-sum' && seat == null
  const detail = isAnybody ? 'anybody' : refusal.detail
  const told = detail === 'order' ? (number ?? 0) + 1 : number // people count deals from 1
  return words.say((detail ? `pad.refusal.${code}.${detail}` : `pad.refusal.${code}`) as Key, {
    player: seat == null ? '' : words.player(seat, names),
    number: told ?? '',
    total: total ?? '',
  })
}

/** What was changed: `bid of Bo 2 → 3`. */
export function changeText(words: Words, change: Change, names: readonly string[]): string {
  const player = change.seat === null ? '' : words.player(change.seat, names)
  return words.say('pad.change', {
    what: words.say(`pad.field.${change.field}`, { player }),
    before: valueText(words, change.field, change.before, names),
    after: valueText(words, change.field, change.after, names),
  })
}

function valueText(
  words: Words,
  field: Change['field'],
  value: Change['before'],
  names: readonly string[],
): string {
  if (value === null) return words.say('pad.value.none')
  switch (field) {
    case 'irregular':
      return words.say(value ? 'pad.value.true' : 'pad.value.false')
    case 'author':
    case 'doubled_by':
      return words.player(value as number, names)
    case 'trump':
      return words.trump(value as Trump)
    case 'pack':
      return words.pack(value as Pack)
    case 'multiplier':
      return `×${value}`
    case 'note':
      return words.say('pad.value.note', { text: value as string })
    default:
      return String(value)
  }
}
