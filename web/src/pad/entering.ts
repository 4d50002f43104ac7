// What is refused while somebody enters it (§4): the faults of the fold, and those marked †.
// The twin of src/batarde/pad/entering.py.

import { contentOf, type DealEvent, isDealEvent } from './events'
import { entryFault, eventFault, openingFault, refusal, settingOf } from './faults'
import { namesOf, nextDeal, openerOf } from './model'
import type { Pad, PadEvent, PadOpened, PadRefusal } from './protocol'

/** Returns why a pad cannot be opened like this, or null if it can. */
export const refuseOpening = (opened: PadOpened): PadRefusal | null =>
  openingFault(opened) ?? takenName(opened.players.map(({ name }) => name))

/**
 * Returns why a pad does not take the events of one act, or null if it does. Several belong together
 * where each alone would be refused: two names that are swapped.
 */
export function refuse(pad: Pad, ...act: PadEvent[]): PadRefusal | null {
  const names = renamed(pad, act)
  for (const event of act) {
    const wrong = refuseOne(pad, event, names)
    if (wrong) return wrong
  }
  return null
}

const frameOf = (pad: Pad) => ({ players: pad.players.length, deals: pad.deals })

function refuseOne(pad: Pad, event: PadEvent, names: readonly string[]): PadRefusal | null {
  const fault = eventFault(event, frameOf(pad))
  if (event.event === 'player-renamed') return fault ?? takenName(names)
  if (event.event === 'game-ended' && pad.ended) return fault ?? refusal('game-over')
  return isDealEvent(event) ? refuseDeal(pad, event, fault) : fault
}

/** Why a deal cannot be written; what comes first in the order of §4 is told. */
function refuseDeal(pad: Pad, event: DealEvent, fault: PadRefusal | null): PadRefusal | null {
  if (fault?.code === 'not-role' || fault?.code === 'schedule') return fault
  const next = nextDeal(pad)
  if (event.deal > next) return refusal('schedule', 'G1', { detail: 'order', number: next })
  if (pad.ended && pad.entries[event.deal] === null) return refusal('game-over')
  const entry = contentOf(event)
  const setting = settingOf(frameOf(pad), event.deal, event.role, openerOf(pad, event.deal))
  return entry ? entryFault(entry, setting) : fault
}

function renamed(pad: Pad, act: readonly PadEvent[]): string[] {
  const names = namesOf(pad)
  for (const event of act)
    if (event.event === 'player-renamed' && event.seat in names) names[event.seat] = event.name
  return names
}

function takenName(names: readonly string[]): PadRefusal | null {
  const seat = names.findIndex((name, at) => names.indexOf(name) < at)
  return seat < 0 ? null : refusal('name', '', { detail: 'twice', seat })
}
