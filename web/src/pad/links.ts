// The links of a pad: which keys give which role, and which give nothing any more (§7).
// The twin of src/batarde/pad/links.py.

import { byAge } from './events'
import type { Folded } from './fold'
import type { Link } from './protocol'

/** Returns all links ever made, by number; who revokes a number revokes all links of it. */
export function links(folded: Folded): Link[] {
  const heard = folded.log.filter((event) => !folded.ignored.has(event.id))
  const revoked = new Set(
    heard.filter((event) => event.event === 'link-revoked').map((event) => event.number),
  )
  return heard
    .filter((event) => event.event === 'link-made')
    .sort((one, other) => one.number - other.number || byAge(one, other))
    .map(({ number, for: role, hash }) => ({ number, role, hash, revoked: revoked.has(number) }))
}

/** Returns the number of the next link to be made. */
export const nextLink = (folded: Folded): number =>
  1 + Math.max(-1, ...links(folded).map((link) => link.number))
