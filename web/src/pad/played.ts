// Pads reduced to what statistics need (§10). The twin of src/batarde/pad/played.py.

import { isComplete } from './model'
import type { Pad, Played } from './protocol'

/** Returns the complete deals of a pad. */
export const playedPad = (pad: Pad): Played => ({
  id: pad.id,
  evening: pad.started.slice(0, 10),
  persons: pad.players.map((player) => player.person),
  deals: pad.entries.flatMap((entry, deal) =>
    entry?.tricks ? [{ cards: pad.schedule[deal], entry }] : [],
  ),
  is_complete: isComplete(pad),
})
