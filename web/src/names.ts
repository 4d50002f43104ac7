// Names as the server stores them: a sign stands for whoever has none (docs/protocol.md, Names).

import { FORMER_GUESTS, NAMELESS } from './facts'

const GUEST = new RegExp(`^(?:(?:${[NAMELESS, ...FORMER_GUESTS].join('|')}) ?(\\d{0,4}))?$`, 'i')
/** Letters that run from right to left. */
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Which of the people without a name is meant, from 1; null if it is a real name. */
export function guestNumber(name: string): number | null {
  const found = GUEST.exec(name)
  return found && Number(found[1] || 1)
}

/** A name that no sentence around it can turn round, nor be turned by. */
export const isolated = (name: string) => (LEFTWARD.test(name) ? `\u2068${name}\u2069` : name)

/** The names with a number behind those that were there before: older servers kept no watch. */
export function numbered(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    if (!name) return ''
    let shown = name
    for (let number = 2; taken.has(shown); number++) shown = `${name} ${number}`
    taken.add(shown)
    return shown
  })
}
