import { LEVELS, SUBSTITUTE } from './facts'

/** Return those of the server's bots that are offered. */
export function offered(found: readonly string[]): string[] {
  const known: string[] = LEVELS.filter((level) => found.includes(level))
  return known.length ? known : [...found]
}

/** Return the bot that plays unless another one is asked for: an easier one for whoever is new. */
export function usual(found: readonly string[], isNew = false): string {
  const levels = offered(found)
  const wanted = isNew ? 'casual' : 'club'
  return levels.includes(wanted) ? wanted : (levels.at(-1) ?? SUBSTITUTE)
}
