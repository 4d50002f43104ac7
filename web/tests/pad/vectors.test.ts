import { describe, expect, it } from 'vitest'
import { csvText } from '../../src/pad/csv'
import { refuse, refuseOpening } from '../../src/pad/entering'
import { readEvent, readGroupEvent } from '../../src/pad/events'
import { fold, foldLog } from '../../src/pad/fold'
import { foldGroup, groupFault, withErased } from '../../src/pad/groups'
import { handOver, readHandOver, writeHandOver } from '../../src/pad/handover'
import { corrected, disputes, history, otherHistory } from '../../src/pad/history'
import { links, nextLink } from '../../src/pad/links'
import { namesOf, perfectSeats } from '../../src/pad/model'
import { playedPad } from '../../src/pad/played'
import type * as t from '../../src/pad/protocol'
import { exportScore, importScore, readScore } from '../../src/pad/scorefile'
import { Misfit } from '../../src/pad/shape'
import { changeText, refusalText } from '../../src/pad/speech'
import { figures, statistics } from '../../src/pad/statistics'
import { clear, enter, settle, undo } from '../../src/pad/writing'
import { type Language, load, type Vocabulary, type Words } from '../../src/words'
import { vectors } from './vectors'

interface Log {
  id: string
  events: t.PadEvent[]
  state: t.Pad | null
  histories?: Record<string, t.Version[]>
  other: t.Note[]
  corrected: number[]
  disputes: t.Dispute[]
  links: t.Link[]
  next_link: number
  written: {
    pen: t.Pen
    deal: number
    enter: t.DealEntered
    clear: t.DealCleared
    settle: t.DisputeSettled
    undo: t.PadEvent | null
  }
}

/** What is made, as JSON would hold it: without fields that are undefined. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value ?? null))

describe('logs', () => {
  const logs = vectors<Log>('logs')

  it('give the same states as the server', () => {
    expect(logs.length).toBeGreaterThanOrEqual(500)
    for (const { id, events, state } of logs) expect(plain(fold(id, events))).toEqual(state)
  })

  it('give the same histories, disputes and links', () => {
    const told = logs.filter((log) => log.histories)
    expect(told.length).toBeGreaterThan(100)
    for (const log of told) {
      const folded = foldLog(log.id, log.events)!
      for (const [deal, versions] of Object.entries(log.histories!))
        expect(history(folded, Number(deal))).toEqual(versions)
      expect(otherHistory(folded)).toEqual(log.other)
      expect(corrected(folded)).toEqual(log.corrected)
      expect(disputes(folded)).toEqual(log.disputes)
      expect(links(folded)).toEqual(log.links)
      expect(nextLink(folded)).toBe(log.next_link)
    }
  })

  it('are written on in the same way', () => {
    const at = '2026-11-18T21:40:00+01:00'
    for (const { id, events, written } of logs.filter((log) => log.histories)) {
      const folded = foldLog(id, events)!
      const { pen, deal } = written
      const { entry } = written.enter
      expect(enter(folded, pen, at, deal, entry)).toEqual(written.enter)
      expect(clear(folded, pen, at, deal)).toEqual(written.clear)
      expect(settle(folded, pen, at, deal, entry)).toEqual(written.settle)
      expect(undo(folded, pen, at, deal)).toEqual(written.undo)
    }
  })

  it('are read as they were written', () => {
    for (const { events } of logs.slice(0, 100)) expect(events.map(readEvent)).toEqual(events)
  })
})

describe('what is entered', () => {
  it('is refused for the same reasons', () => {
    const acts = vectors<{ state: t.Pad; act: t.PadEvent[]; refusal: t.PadRefusal | null }>('acts')
    for (const { state, act, refusal } of acts) expect(refuse(state, ...act)).toEqual(refusal)
  })

  it('opens a pad or not', () => {
    const openings = vectors<{ opened: t.PadOpened; refusal: t.PadRefusal | null }>('openings')
    for (const { opened, refusal } of openings) expect(refuseOpening(opened)).toEqual(refusal)
  })

  it('is read strictly', () => {
    for (const { text, event } of vectors<{ text: string; event: t.PadEvent | null }>('shapes')) {
      const read = () => readEvent(JSON.parse(text))
      if (event === null) expect(read, text).toThrow(Misfit)
      else expect(JSON.stringify(read())).toBe(JSON.stringify(event))
    }
  })
})

it('groups have the same people and figures', () => {
  interface Line {
    id: string
    events: t.GroupEvent[]
    group: t.Group | null
    pad: t.Pad
    shown: string[]
    games?: t.Played[]
    statistics: t.Statistics
    figures: Record<string, t.Figures>
  }
  for (const line of vectors<Line>('groups')) {
    const group = foldGroup(line.id, line.events)
    expect(group).toEqual(line.group)
    expect(line.events.map(readGroupEvent)).toEqual(line.events)
    if (!group) continue
    const faulty = line.events.filter((event) => groupFault(event))
    expect(new Set(faulty.map(({ id }) => id))).toEqual(new Set(group.ignored.map(({ id }) => id)))
    expect(namesOf(withErased(line.pad, group, (number) => `Player ${number}`))).toEqual(line.shown)
    if (!line.games) continue
    const found = statistics(line.games, group)
    expect(found).toEqual(line.statistics)
    for (const [person, wanted] of Object.entries(line.figures))
      expect(figures(found.persons[person].all)).toEqual(wanted)
  }
})

describe('files', () => {
  it('hold the same tables and scores, to the letter', () => {
    interface Line {
      state: t.Pad
      perfect: number[]
      played: t.Played
      csv: string
      score: string
    }
    for (const { state, perfect, played, csv, score } of vectors<Line>('tables')) {
      expect(csvText(state)).toBe(csv)
      expect(exportScore(state)).toBe(score)
      expect(playedPad(state)).toEqual(played)
      expect(perfectSeats(state)).toEqual(perfect)
    }
  })

  it('have the same first fault, or make the same pad', () => {
    interface Line {
      text: string
      fault: t.ScoreFault | null
      refusal?: t.PadRefusal
      events?: t.PadEvent[]
    }
    for (const { text, fault, refusal, events } of vectors<Line>('scores')) {
      const read = readScore(text)
      if ('fault' in read) expect(read.fault, text).toEqual(fault)
      else {
        expect(fault, text).toBeNull()
        const made = importScore(read, 'ZZ9Y8X7W', '2026-11-18T21:40:00+01:00')
        expect(made).toEqual(refusal ? { refusal } : events)
      }
    }
  })
})

describe('hand-overs', () => {
  interface Line {
    id: string
    events: t.PadEvent[]
    keys: t.HeldKey[]
    handed: string[]
    fragment: string
  }

  it('hold what stands, and are read from either side', async () => {
    for (const { id, events, keys, handed, fragment } of vectors<Line>('handovers')) {
      const folded = foldLog(id, events)!
      const given = handOver(folded, keys)
      expect(given.events.map((event) => event.id)).toEqual(handed)
      expect(await readHandOver(fragment)).toEqual(given)
      expect(await readHandOver(await writeHandOver(given))).toEqual(given)
      expect(fold(id, given.events)).toEqual({ ...folded.pad, ignored: [] })
    }
  })

  it('are refused when something is amiss', async () => {
    for (const { fragment } of vectors<{ fragment: string }>('broken'))
      expect(await readHandOver(fragment), fragment).toBeNull()
  })
})

it('sentences are the same in all languages', async () => {
  interface Line {
    refusal?: t.PadRefusal
    change?: t.Change
    names: string[]
    texts: Record<string, string>
  }
  const voices = new Map<string, Words>()
  for (const { refusal, change, names, texts } of vectors<Line>('sentences'))
    for (const [voice, text] of Object.entries(texts)) {
      const [language, edition] = voice.split('-') as [Language, Vocabulary]
      if (!voices.has(voice)) voices.set(voice, await load(language, edition))
      const words = voices.get(voice)!
      expect(refusal ? refusalText(words, refusal, names) : changeText(words, change!, names)).toBe(
        text,
      )
    }
})
