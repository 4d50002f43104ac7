// What does not fit what was seen, in words.

import { say, speech } from '../speech.svelte'
import type { Key } from '../words'
import type { Fault, FaultKind } from './sightings'

const WORDS: Record<FaultKind, Key> = {
  other: 'ui.fair.other',
  again: 'ui.fair.again',
  commitment: 'ui.fair.commitment',
  malformed: 'ui.fair.malformed',
  secret: 'ui.verify.secret',
  order: 'ui.fair.order',
  share: 'ui.fair.share',
  own: 'ui.fair.own',
  cards: 'ui.fair.cards',
}

/** Returns a sentence for each fault; `names` are those of the players, as far as they are known. */
export function faultsInWords(faults: readonly Fault[], names: readonly string[]): string[] {
  return faults.map(({ what, seats }) => {
    const players = speech.words.join(seats.map((seat) => names[seat] ?? String(seat + 1)))
    return say(WORDS[what], { players })
  })
}
