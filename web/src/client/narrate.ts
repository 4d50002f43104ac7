// What has just happened, in words, for those who listen to the table.

import type { BidMade, TableEvent } from '../protocol'
import type { Key, Words } from '../words'
import { dutyOf, playableOf } from './duty'
import type { TableModel } from './fold'
import { dealsOf } from './present'

/** Return the sentences that tell `events`, after which the table is `model`. */
export function narrate(words: Words, events: readonly TableEvent[], model: TableModel): string {
  return events
    .map((event) => sentence(words, event, model))
    .filter(Boolean)
    .join(' ')
}

/** Return what the listener is asked to do now, with the cards that may be played. */
export function question(words: Words, { view, seat }: TableModel): string {
  if (!view || seat === null || view.turn !== seat || view.window.length) return ''
  if (view.phase === 'play') {
    const playable = playableOf(view)
    if (playable.length === view.hand.length) return words.say('ask.play')
    const duty = dutyOf(view)
    const must = duty ? words.say(`ui.duty.you.${duty.kind}`) : ''
    const choice = words.say('hint.play', { cards: words.cards(playable, 'or') })
    return [words.say('ask.play'), must, choice].filter(Boolean).join(' ')
  }
  if (view.phase !== 'auction') return ''
  if (!view.standing) return words.say('ask.open')
  const trump = words.trump(view.standing.trump)
  return words.say(view.doubled_by === null ? 'ask.bid' : 'ask.follow', { trump })
}

function sentence(words: Words, event: TableEvent, model: TableModel): string {
  const names = words.roster(model.seats.map((seat) => seat.name))
  const trump = model.view?.standing?.trump
  const tell = (key: Key, seat: number, args: Record<string, string | number> = {}) => {
    const own = `${key}.you`
    const chosen = seat === model.seat && words.has(own) ? own : key
    return words.say(chosen, { player: words.player(seat, names), ...args })
  }
  switch (event.event) {
    case 'deal-began':
      return words.say('tell.deal', {
        number: event.number + 1,
        total: dealsOf(model.seats.length),
        n: event.cards,
        dealer: words.player(event.dealer, names),
      })
    case 'deal-scored':
      return event.points
        .map((points, seat) =>
          words.say('tell.result', {
            player: words.player(seat, names),
            bid: event.bids[seat] ?? 0,
            tricks: event.tricks[seat] ?? 0,
            points: words.say('count.points', { n: points }),
            total: model.totals[seat] ?? 0,
          }),
        )
        .join(' ')
    case 'bid-made': {
      if (!event.announces) {
        const tricks = words.say('count.tricks', { n: event.tricks })
        return tell('tell.follow', event.seat, { tricks })
      }
      const bid = words.bid(event.tricks, event.trump, event.pack)
      const announced = tell('tell.announce', event.seat, { bid })
      return opened(event, model) ? announced : `${announced} ${words.say('tell.erased')}`
    }
    case 'doubled':
      return tell('tell.double', event.seat, { shout: words.say('shout.double') })
    case 'redoubled':
      return tell('tell.redouble', event.seat, { shout: words.say('shout.redouble') })
    case 'redouble-declined':
      return tell('tell.decline', event.seat)
    case 'auction-closed':
      return words.say('tell.contract', {
        bid: words.bid(event.bids[event.seat] ?? 0, event.trump, event.pack),
        player: words.player(event.seat, names),
        sum: event.bids.reduce((sum, bid) => sum + bid, 0),
        n: model.view?.cards ?? 0,
      })
    case 'card-played': {
      const card = words.the(event.card)
      const isTrump = event.card[1] === trump
      return tell('tell.play', event.seat, {
        card: isTrump ? words.say('card.trump', { card }) : card,
      })
    }
    case 'trick-taken':
      return tell('tell.trick', event.seat, { card: words.the(event.card) })
    default:
      return ''
  }
}

/** Whether this announcement was the first bid of its deal: then there was none to erase. */
function opened({ seat, tricks, trump }: BidMade, { view }: TableModel): boolean {
  for (const [who, call] of view?.calls ?? [])
    if (call.act === 'bid') return who === seat && call.tricks === tricks && call.trump === trump
  return true
}
