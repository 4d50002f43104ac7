// The move that was sent and is not answered yet. It is carried out by an event of one's own seat.

import type { Action, TableEvent } from '../protocol'

export interface Pending {
  /** The key under which it was sent, and by which a refusal names it. */
  key: string
  action: Action
}

/** Whether `event` is what `action` of `seat` leads to. */
export function carriesOut(event: TableEvent, seat: number | null, action: Action): boolean {
  if (!('seat' in event) || event.seat !== seat) return false
  switch (action.act) {
    case 'play':
      return event.event === 'card-played' && event.card === action.card
    case 'bid':
      return (
        event.event === 'bid-made' &&
        event.tricks === action.tricks &&
        event.trump === action.trump &&
        event.pack === action.pack
      )
    case 'ready':
      return event.event === 'readied'
    case 'double':
      return event.event === 'doubled'
    case 'redouble':
      return event.event === 'redoubled'
    case 'pass':
      return event.event === 'waved' || event.event === 'redouble-declined'
  }
}
