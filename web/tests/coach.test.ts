// What the coach says, told here as the server's side tells it (tests/study/told.py), and asked for.

import { render, screen } from '@testing-library/svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Coaching, hasCoach } from '../src/client/coaching.svelte'
import { TableClient } from '../src/client/table.svelte'
import { labelOf, lookOf, textOf } from '../src/coach/cells'
import Lens from '../src/coach/Lens.svelte'
import {
  comparison,
  decimal,
  needSentences,
  reasonSentence,
  reasonSentences,
} from '../src/coach/sentences'
import { tagsOf } from '../src/coach/tags'
import type { Advice, Bid, Need, Reason } from '../src/protocol'
import { speech } from '../src/speech.svelte'
import type { Language, Vocabulary } from '../src/words'
import { LANGUAGES, load } from '../src/words'
import told from './data/coach.json'
import { FakeSocket, noServer } from './line'
import { event, SNAPSHOT, viewing } from './samples'

const ADVICE = told.advice as unknown as Record<keyof typeof told.advice, Advice>
const english = () => load('en', '2023')

describe('the words of the coach', () => {
  it.each(LANGUAGES)('are those of the server in %s: needs', async (language) => {
    const words = await load(language, '2023')
    for (const { need, said } of told.needs)
      expect(needSentences(words, need as Need)).toEqual(said[language])
  })

  it.each(LANGUAGES)(
    'are those of the server in %s: reasons, in both vocabularies',
    async (tag) => {
      for (const { reason, said } of told.reasons)
        for (const [key, sentence] of Object.entries(said)) {
          const [language, vocabulary] = key.split(' ') as [Language, Vocabulary]
          if (language !== tag) continue
          const words = await load(language, vocabulary)
          expect(reasonSentence(words, reason as Reason)).toBe(sentence)
        }
    },
  )

  it.each(LANGUAGES)('are those of the server in %s: whole answers', async (language) => {
    const words = await load(language, '2023')
    for (const [name, advice] of Object.entries(ADVICE)) {
      const rather = comparison(words, advice)
      const said = [...(rather ? [rather] : []), ...reasonSentences(words, advice)]
      expect(said).toEqual(told.told[name as keyof typeof ADVICE][language])
    }
  })

  it('write numbers as the language does', async () => {
    expect(decimal(await english(), 0.584)).toBe('0.58')
    expect(decimal(await english(), 0.584, 2, true)).toBe('.58')
    expect(decimal(await load('de', '2023'), 0.584, 2, true)).toBe(',58')
    expect(decimal(await load('fr', '2023'), 10.5, 1, true)).toBe('10,5')
  })
})

describe('the tags on the cards', () => {
  it('say what the best costs, and how much more the others', async () => {
    const costs = ADVICE.lead.cards
    const tags = tagsOf(await english(), costs)
    const best = tags[costs[0].cards[0]]
    expect(best).toMatchObject({ text: `✓ ${costs[0].misses.toFixed(2)}`, tone: 'best' })
    const last = costs.at(-1) as (typeof costs)[0]
    const more = (last.misses - costs[0].misses).toFixed(2)
    expect(tags[last.cards[0]]?.text).toBe(`+${more}`)
    expect(tags[last.cards[0]]?.label).toMatch(/± .* misses, exact \d+ times in 100\./)
  })

  it('are the same for cards that come to the same', async () => {
    const cost = { cards: ['RH', 'DH'] as const, misses: 0.5, error: 0.1, exact: 0.5 }
    const tags = tagsOf(await english(), [cost])
    expect(tags.RH).toEqual(tags.DH)
  })
})

describe('the lens', () => {
  beforeAll(() => speech.use('en', '2023'))
  const lens = ADVICE.bid.lens as NonNullable<Advice['lens']>
  const best = ADVICE.bid.best as Bid

  it('is a table with a row for each trump and a column for each number', () => {
    render(Lens, { lens, chosen: best, showsExact: false, onchoose() {} })
    const grid = screen.getByRole('grid', { name: /^Expected misses/ })
    expect(grid.querySelectorAll('tbody tr')).toHaveLength(6)
    expect(grid.querySelectorAll('thead th')).toHaveLength(10)
    expect(screen.getByRole('rowheader', { name: /hearts.*follow/ })).toBeTruthy()
    expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  })

  it('says the figures of a cell, the forbidden number, and what is too weak', async () => {
    const words = await english()
    const hearts = lens.rows[2]
    expect([hearts.forbidden, hearts.forbidden_chance]).toEqual([4, 1])
    expect(lookOf(hearts, 4)).toBe('forbidden')
    expect(labelOf(words, hearts, 4)).toMatch(/^4 hearts, forbidden: /)
    expect(lookOf(lens.rows[3], 1)).toBe('weak')
    expect(labelOf(words, hearts, hearts.best)).toContain('best of its trump')
    const bound = hearts.cells.find((cell) => cell.is_bound)
    expect(bound && textOf(words, bound, false)).toMatch(/^≥\d$/)
    expect(textOf(words, hearts.cells[2], true)).toMatch(/^\d+$/)
  })

  it('is walked by the arrow keys, cell by cell and not out of the table', () => {
    const onchoose = vi.fn()
    render(Lens, { lens, chosen: { ...best, trump: 'A', tricks: 0 }, showsExact: false, onchoose })
    const press = (key: string) =>
      screen.getByRole('grid').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    press('ArrowUp')
    press('ArrowLeft')
    expect(onchoose).not.toHaveBeenCalled()
    press('ArrowDown')
    press('End')
    expect(onchoose.mock.calls.map(([bid]) => [bid.trump, bid.tricks])).toEqual([
      ['S', 0],
      ['A', 9],
    ])
  })
})

describe('asking', () => {
  let client: TableClient
  let coach: Coaching
  const bots = SNAPSHOT.seats.map((seat, i) => (i ? { ...seat, kind: 'bot' as const } : seat))
  const ALONE = viewing(
    { phase: 'auction', turn: 0 },
    { settings: { players: 3, coach: 'asked' }, seats: bots, is_playing: true },
  )

  beforeEach(() => {
    vi.useFakeTimers()
    noServer()
    client = new TableClient('TABLE1')
    FakeSocket.line.accept()
    FakeSocket.line.say(ALONE)
    coach = new Coaching(client)
  })

  afterEach(() => {
    client.close()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  const answer = (advice: Advice) =>
    FakeSocket.line.say({
      type: 'hint',
      key: FakeSocket.line.last('coach').key ?? '',
      seq: 41,
      advice,
    })

  it('is offered only to one person alone, where the table allows it', () => {
    expect(hasCoach(ALONE)).toBe(true)
    expect(hasCoach({ ...ALONE, settings: { players: 3 } })).toBe(false)
    expect(hasCoach({ ...ALONE, seats: SNAPSHOT.seats })).toBe(false)
    expect(hasCoach({ ...ALONE, seat: null })).toBe(false)
    expect(hasCoach({ ...ALONE, is_playing: false })).toBe(false)
  })

  it('keeps the answer as long as the question stands', async () => {
    const asked = coach.ask(3)
    expect(coach.isThinking).toBe(true)
    expect(FakeSocket.line.last('coach')).toMatchObject({ step: 3, other_packs: false })
    answer(ADVICE.bid)
    await asked
    expect(coach.isThinking).toBe(false)
    expect(coach.advice).toEqual(ADVICE.bid)
    const bid = event({
      event: 'bid-made',
      seat: 0,
      tricks: 1,
      trump: 'S',
      pack: null,
      announces: true,
    })
    FakeSocket.line.say({ type: 'happened', seq: 40, events: [bid], legal: [], timing: null })
    expect(coach.advice).toBeNull()
  })

  it('says when there is no answer, and when the line is cut', async () => {
    const asked = coach.ask(2)
    FakeSocket.line.say({
      type: 'refused',
      code: 'no-answer',
      key: FakeSocket.line.last('coach').key,
    })
    await asked
    expect(coach.hasFailed).toBe(true)
    const again = coach.ask(2)
    expect(coach.hasFailed).toBe(false)
    FakeSocket.line.cut()
    await again
    expect(coach.hasFailed).toBe(true)
  })

  it('marks the game', () => {
    expect(coach.isMarked).toBe(false)
    const given = event({ event: 'hint-given', seat: 0, step: 1 })
    FakeSocket.line.say({ type: 'happened', seq: 40, events: [given], legal: [], timing: null })
    expect(coach.isMarked).toBe(true)
  })

  it('has nothing to ask before the cards are seen, nor when others play', () => {
    expect(coach.isAskable).toBe(true)
    FakeSocket.line.say({ ...ALONE, view: ALONE.view && { ...ALONE.view, phase: 'ready' } })
    expect(coach.isAskable).toBe(false)
    FakeSocket.line.say({
      ...ALONE,
      view: ALONE.view && { ...ALONE.view, phase: 'play', legal: [] },
    })
    expect(coach.isAskable).toBe(false)
  })
})
