import de from '@words/de.json'
import en from '@words/en.json'
import es from '@words/es.json'
import fr from '@words/fr.json'
import it_ from '@words/it.json'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, load, nearest } from '../src/words'

const FILES = { fr, en, de, it: it_, es }
const places = (message: unknown) =>
  [...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? [])].sort()

describe.each(LANGUAGES)('%s', (language) => {
  it('has every message, with the same places', () => {
    const messages: Record<string, unknown> = FILES[language].messages
    expect(Object.keys(messages)).toEqual(Object.keys(en.messages))
    for (const [key, message] of Object.entries(en.messages))
      expect([key, places(messages[key])]).toEqual([key, places(message)])
  })

  it('leaves no place unfilled in a refusal', async () => {
    const words = await load(language, '2023')
    const said = words.refusal({ code: 'must-rise', cards: ['FS', 'MS_'], beat: 'JS' })
    expect(said).not.toMatch(/[{}]/)
  })
})

describe('names', async () => {
  const german = await load('de', '2023')

  it('are guests in the language of whoever reads them', () => {
    expect(['#', '', '# 2', 'Guest', 'Anonyme 3'].map((name) => german.called(name))).toEqual([
      'Gast',
      'Gast',
      'Gast 2',
      'Gast',
      'Gast 3',
    ])
  })

  it('are left alone where they are real', () => {
    for (const name of ['Ada', 'Gaston', '7', 'Ada 2']) expect(german.called(name)).toBe(name)
  })

  it('keep to themselves where they run from right to left', () => {
    expect(german.called('עדה')).toBe('\u2068עדה\u2069')
  })

  it('are told apart, whatever an older server has stored; an empty seat has none', () => {
    expect(german.roster(['Gast', 'Ada', 'Guest', undefined, 'Ada', '# 2'])).toEqual([
      'Gast',
      'Ada',
      'Gast 2',
      '',
      'Ada 2',
      'Gast 2 2',
    ])
  })
})

describe('words', () => {
  it('names cards, bids and lists as the server does', async () => {
    const words = await load('fr', '2023')
    expect(words.card('FS')).toBe('Fou de pique')
    expect(words.bid(4, 'S', 'marked')).toBe('4 pique, marqué')
    expect(words.cards(['FS', 'DH', 'TC'], 'or')).toBe(
      'le Fou de pique, la Dame de cœur ou le Chat de trèfle',
    )
  })

  it('calls a card simple beside its twin, as the server does', async () => {
    const words = await load('es', '2023')
    expect(words.refusal({ code: 'must-rise', cards: ['DS_'], beat: 'DS' })).toBe(
      'Tienes la Dama de picas marcada: hay que montar y superar la Dama de picas sencilla.',
    )
    expect(words.the('DS')).toBe('la Dama de picas')
  })

  it('sets a label as its language does', async () => {
    expect((await load('fr', '2023')).label('Ana', 'Fou de pique')).toBe('Ana\u202f: Fou de pique')
    expect((await load('de', '2023')).label('Ana', 'Pik-Narr')).toBe('Ana: Pik-Narr')
  })

  it('counts nought as one in French only', async () => {
    expect((await load('fr', '2023')).say('count.points', { n: 0 })).toBe('0 point')
    expect((await load('en', '2023')).say('count.points', { n: 0 })).toBe('0 points')
  })

  it('speaks the words of 2015', async () => {
    expect((await load('fr', '2015')).say('verb.double')).not.toBe(
      (await load('fr', '2023')).say('verb.double'),
    )
  })

  it('tells apart the sentences of one code', async () => {
    const words = await load('en', '2023')
    expect(words.refusal({ code: 'redouble-open', seat: 1 }, ['Ana', 'Bo'], 1)).toMatch(
      /^Your announcement/,
    )
    expect(words.refusal({ code: 'redouble-open', seat: 1 }, ['Ana', 'Bo'], 0)).toContain('Bo')
    expect(words.refusal({ code: 'call-too-weak', trump: 'N' })).toContain('any more')
    expect(words.refusal({ code: 'call-too-weak', trump: 'C', number: 3 })).toContain('3 clubs')
  })

  it('finds the nearest language', () => {
    expect(nearest(['pt-BR', 'de-CH', 'en'])).toBe('de')
    expect(nearest(['ja'])).toBe('en')
  })
})
