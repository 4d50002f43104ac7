/** What things of the trainer are called in the language now spoken. */
import type { Card, Rank } from '../../cards'
import type { Key, Words } from '../../words'

/** Who sits around the table in the questions, and the figures that stand for them. */
const PEOPLE = ['Ana', 'Bo', 'Chi', 'Dev', 'Eve'] as const
const FACES: readonly Card[] = ['RC', 'DH', 'MD', 'VS', 'DC']
const OWN_FACE: Card = 'FS'

export interface Person {
  name: string
  face: Card
}

/** The people at a table by seat; `me` is you, if that is a seat at all. */
export function people(players: number, me: number | null, words: Words): Person[] {
  return Array.from({ length: players }, (_, seat) => {
    if (seat === me) return { name: words.say('seat.you'), face: OWN_FACE }
    const at = me !== null && me >= 0 && seat > me ? seat - 1 : seat
    return { name: PEOPLE[at], face: FACES[at] }
  })
}

/** What a skill is called, by its id: `order.trump.FR`, `duty.rise`, `count.out-2`. */
export function skillName(id: string, words: Words): string {
  const [drill, name, pair] = id.split('.')
  if (drill === 'order') {
    const [a, b] = [...pair].map((rank) => words.say(`rank.${rank as Rank}`))
    return words.say(`drill.skill.order.${name}` as Key, { a, b })
  }
  if (drill === 'count') {
    const [ask, n] = name.split('-')
    return words.say(`drill.skill.count.${ask}` as Key, { n: Number(n) })
  }
  return words.say(`drill.skill.${id}` as Key, { doubled: words.say('state.doubled') })
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** How long until something: "in 10 minutes", "tomorrow". What is due already is due in a minute. */
export function whenIn(ms: number, words: Words): string {
  const seconds = Math.max(60, ms / 1000)
  const [unit, size] = UNITS.find(([, one]) => seconds >= one * 0.95) ?? UNITS[UNITS.length - 1]
  const numeric = unit === 'day' ? 'auto' : 'always'
  return new Intl.RelativeTimeFormat(words.language, { numeric }).format(
    Math.round(seconds / size),
    unit,
  )
}

/** "2.4 s". */
export const secondsOf = (ms: number, words: Words): string =>
  words.say('ui.seconds', {
    n: new Intl.NumberFormat(words.language, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }).format(ms / 1000),
  })
