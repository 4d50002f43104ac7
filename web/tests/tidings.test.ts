import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fold, type TableModel } from '../src/client/fold'
import { seatOfSpeaker, tidings } from '../src/client/tidings'
import type { Said, TableEvent } from '../src/protocol'
import { Heard } from '../src/table/heard.svelte'
import { load } from '../src/words'
import { event, SNAPSHOT } from './samples'

const words = await load('en', '2023')
const german = await load('de', '2023')
const moved = (before: TableModel, ...events: TableEvent[]) =>
  fold(before, { type: 'happened', seq: before.seq, events, legal: [], timing: null, window: 0 })
const heard = (before: TableModel, ...events: TableEvent[]) =>
  tidings(words, events, before, moved(before, ...events)).map(({ text }) => text)

const said = (part: Partial<Said>) =>
  event({ event: 'said', player: 'p1', name: 'Bob', text: 'Hm.', seat: 1, ...part }) as Said
const zoe = { player: 'pz', name: 'Zoe' }
const promise = event({ event: 'seat-promised', seat: 2, ...zoe })

describe('talk', () => {
  const talk = (line: Said, muted: string[] = [], speech = words) =>
    tidings(speech, [line], SNAPSHOT, SNAPSHOT, muted)

  it('of a player stands at the seat', () => {
    expect(talk(said({}))).toEqual([{ text: 'Bob: Hm.', words: 'Hm.', seat: 1 }])
  })

  it('of a watcher is marked, even under the name of a player', () => {
    const stranger = said({ player: 'px', name: 'Bob 2', seat: null })
    expect(talk(stranger)).toEqual([{ text: 'Bob 2 (watching): Hm.', words: 'Hm.', seat: null }])
  })

  it('of somebody without a name, and a signal, are in the language of the listener', () => {
    const line = said({ player: 'px', name: '# 2', seat: null, text: '', signal: 'wow' })
    expect(talk(line, [], german)[0].text).toBe(
      `Gast 2 (schaut zu): ${german.say('ui.signal.wow')}`,
    )
  })

  it('of oneself, and of whoever is muted, is not heard', () => {
    expect(talk(said({ player: 'p0', name: 'Ada', seat: 0 }))).toEqual([])
    expect(talk(said({}), ['p1'])).toEqual([])
  })

  it('is at the seat that the speaker has now', () => {
    expect(seatOfSpeaker(said({ seat: 2 }), SNAPSHOT)).toBe(1)
    expect(seatOfSpeaker(said({ player: 'px', seat: 2 }), SNAPSHOT)).toBe(2)
    expect(seatOfSpeaker(said({ player: 'px', seat: undefined }), SNAPSHOT)).toBeNull()
  })
})

describe('news', () => {
  it('tells who gets a seat with the next deal, and who does not after all', () => {
    const before = moved(SNAPSHOT, promise)
    const ended = event({ event: 'promise-ended', seat: 2 })
    expect(heard(SNAPSHOT, promise)).toEqual(['Zoe takes over from Perrine with the next deal.'])
    expect(heard(before, ended)).toEqual(['Zoe keeps watching.'])
    const other = event({ event: 'seat-promised', seat: 1, ...zoe })
    expect(heard(before, ended, other)).toEqual(['Zoe takes over from Bob with the next deal.'])
    const mine = { ...SNAPSHOT, you: 'pz', seat: null }
    const shown = (model: TableModel) =>
      tidings(words, [promise], model, moved(model, promise)).map(({ isShown }) => isShown)
    expect([shown(mine), shown(SNAPSHOT)]).toEqual([[true], [false]])
    expect(heard(mine, promise)).toEqual([words.say('ui.watch.promised')])
    expect(heard(moved(mine, promise), ended)).toEqual(['You keep watching.'])
  })

  it('tells who comes, and for whom a bot plays', () => {
    const sits = event({ event: 'person-seated', seat: 2, ...zoe })
    expect(heard(SNAPSHOT, sits)).toEqual(['Zoe joins the game.'])
    expect(heard({ ...SNAPSHOT, is_playing: false }, sits)).toEqual([])
    const bot = event({ event: 'bot-seated', seat: 1, level: 'simple', name: 'Pierrot' })
    expect(heard(SNAPSHOT, bot)).toEqual(['Pierrot, a bot, plays for Bob now.'])
    expect(heard({ ...SNAPSHOT, you: 'p1' }, bot)).toEqual(['Pierrot, a bot, plays for you now.'])
    expect(heard(SNAPSHOT, event({ event: 'bot-took-over', seat: 1 }))).toEqual([
      'Bob is away: a bot plays on.',
    ])
    expect(heard(SNAPSHOT, event({ event: 'person-returned', seat: 1 }))).toEqual(['Bob is back.'])
    expect(heard(SNAPSHOT, event({ event: 'bot-took-over', seat: 0 }))).toEqual([])
  })

  it('tells who is the host, and what the host has done', () => {
    expect(heard(SNAPSHOT, event({ event: 'host-changed', host: 'p1' }))).toEqual([
      'Bob hosts the table now.',
    ])
    expect(heard(SNAPSHOT, event({ event: 'host-changed', host: 'p0' }))).toEqual([
      'You host the table now.',
    ])
    expect(heard(SNAPSHOT, event({ event: 'host-changed', host: 'gone' }))).toEqual([])
    const gone = event({ event: 'removed', player: 'pz', name: '' })
    expect(heard({ ...SNAPSHOT, watching: [zoe] }, gone)).toEqual(['Zoe had to leave the table.'])
    expect(heard(SNAPSHOT, gone)).toEqual([])
    expect(heard(SNAPSHOT, event({ event: 'watching-changed', allowed: false }))).toEqual([
      'The table is closed to spectators now.',
    ])
  })

  it('tells who is called otherwise', () => {
    const renamed = event({ event: 'person-renamed', player: 'p1', name: '#' })
    expect(heard(SNAPSHOT, renamed)).toEqual(['Bob is now called Guest.'])
    expect(heard({ ...SNAPSHOT, you: 'p1' }, renamed)).toEqual([])
    const seats = moved(moved(SNAPSHOT, promise), renamed).seats
    expect(seats.map(({ name }) => name)).toEqual(['Ada', '#', 'Perrine'])
  })
})

describe('what was heard', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('stands at its seat, or by itself, and passes', () => {
    const told = new Heard()
    told.hear({ text: 'Bob: Hm.', words: 'Hm.', seat: 1 })
    told.hear({ text: 'Zoe keeps watching.', seat: null })
    expect([told.talk, told.note?.text]).toEqual([[undefined, 'Hm.'], 'Zoe keeps watching.'])
    vi.advanceTimersByTime(4000)
    told.hear({ text: 'Bob: Well.', words: 'Well.', seat: 1 })
    vi.advanceTimersByTime(2000)
    expect([told.talk[1], told.note]).toEqual(['Well.', null])
    vi.advanceTimersByTime(4000)
    expect(told.talk[1]).toBeUndefined()
  })
})
