// What is heard of the people at a table: what they say, who comes, goes, or is called otherwise.

import type { Said, TableEvent } from '../protocol'
import type { Key, Words } from '../words'
import type { TableModel } from './fold'

export interface Tiding {
  /** All of it, for the ear: who says what, or what has happened. */
  text: string
  /** What somebody said, and from where; a watcher has no seat. */
  words?: string
  seat: number | null
  /** It need only be heard: the screen shows it as long as it is true. */
  isShown?: boolean
}

/** Return what is to be heard of `events`, which led from one table to another. */
export function tidings(
  words: Words,
  events: readonly TableEvent[],
  before: TableModel,
  after: TableModel,
  muted: readonly string[] = [],
): Tiding[] {
  return events.flatMap((event) => {
    if (event.event === 'said') return talk(words, event, after, muted)
    const text = news(words, event, before, after)
    return text ? [{ text, seat: null, isShown: isOwnPromise(event, before, after) }] : []
  })
}

/** Return what somebody said: a signal in one's own language. */
export function spoken(words: Words, { text = '', signal = '' }: Said): string {
  const key = `ui.signal.${signal}`
  return words.has(key) ? words.say(key) : text || signal
}

/** Return the seat of a speaker: theirs now, if they have one, else the one they spoke from. */
export function seatOfSpeaker({ player, seat = null }: Said, { seats }: TableModel): number | null {
  const now = seats.findIndex((one) => one.player === player)
  return now < 0 ? seat : now
}

function talk(words: Words, said: Said, model: TableModel, muted: readonly string[]): Tiding[] {
  if (said.player === model.you || muted.includes(said.player)) return []
  const seat = seatOfSpeaker(said, model)
  const name = words.called(said.name)
  const who = seat === null ? `${name} (${words.say('ui.talk.watching')})` : name
  const spoke = spoken(words, said)
  return [{ text: words.label(who, spoke), words: spoke, seat }]
}

function isOwnPromise(event: TableEvent, ...tables: TableModel[]): boolean {
  if (event.event !== 'seat-promised' && event.event !== 'promise-ended') return false
  const promised = tables.flatMap((table) => table.promised)
  return promised.some(({ seat, player }) => seat === event.seat && player === tables[0].you)
}

function news(words: Words, event: TableEvent, before: TableModel, after: TableModel): string {
  const { you } = after
  const names = (model: TableModel) => words.roster(model.seats.map((seat) => seat.name))
  const told = (key: Key, player: string, args: Record<string, string>) => {
    const own = `${key}.you`
    return player === you && words.has(own) ? words.say(own, args) : words.say(key, args)
  }
  switch (event.event) {
    case 'seat-promised': {
      if (event.player === you) return words.say('ui.watch.promised')
      const player = words.called(event.name)
      return words.say('ui.news.promised', { player, other: names(after)[event.seat] })
    }
    case 'promise-ended': {
      const one = before.promised.find(({ seat }) => seat === event.seat)
      if (!one || after.promised.some(({ player }) => player === one.player)) return ''
      return told('ui.news.unpromised', one.player, { player: words.called(one.name) })
    }
    case 'person-seated':
      if (!before.is_playing) return ''
      return told('ui.news.seated', event.player, { player: names(after)[event.seat] })
    case 'bot-seated': {
      const { kind, player = '' } = before.seats[event.seat] ?? {}
      if (!before.is_playing || kind !== 'person') return ''
      const bot = names(after)[event.seat]
      return told('ui.news.bot', player, { player: names(before)[event.seat], bot })
    }
    case 'bot-took-over':
    case 'person-returned': {
      if (event.seat === after.seat) return ''
      const player = names(after)[event.seat]
      return words.say(event.event === 'bot-took-over' ? 'ui.news.away' : 'ui.news.back', {
        player,
      })
    }
    case 'host-changed': {
      const player = names(after)[after.seats.findIndex((seat) => seat.player === event.host)]
      return player || event.host === you ? told('ui.news.host', event.host, { player }) : ''
    }
    case 'person-renamed': {
      const old = [...before.seats, ...before.promised].find((one) => one.player === event.player)
      if (event.player === you || !old?.name) return ''
      const [player, name] = [old.name, event.name].map((one) => words.called(one))
      return words.say('ui.news.renamed', { player, name })
    }
    case 'removed': {
      const watching = before.watching.find(({ player }) => player === event.player)
      const name = event.name || watching?.name
      return name ? words.say('ui.news.removed', { player: words.called(name) }) : ''
    }
    case 'watching-changed':
      return words.say(event.allowed ? 'ui.news.open' : 'ui.news.shut')
    default:
      return ''
  }
}
