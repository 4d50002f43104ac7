/**
 * The words of the game: the same message files as the server's, one language loaded at a time.
 * `{name}` marks a place; a message with a plural is chosen by the argument `n`.
 */
import type en from '@words/en.json'
import type { Card, Pack, Suit, Trump } from './cards'
import { isMarked, rankOf, suitOf } from './cards'
import { LANGUAGES } from './facts'
import { guestNumber, isolated, numbered } from './names'
import type { Refusal as ServerRefusal } from './protocol'

export { LANGUAGES }
export type Language = (typeof LANGUAGES)[number]
export const LANGUAGE_NAMES: Record<Language, string> = {
  fr: 'Français',
  en: 'English',
  de: 'Deutsch',
  it: 'Italiano',
  es: 'Español',
}
export type Vocabulary = '2023' | '2015'
export type Key = keyof (typeof en)['messages']
export type Args = Record<string, string | number>

type Message = string | { one: string; other: string }
interface WordFile {
  messages: Record<string, Message>
  '2015': Record<string, Message>
}

const FILES: Record<Language, () => Promise<{ default: unknown }>> = {
  fr: () => import('@words/fr.json'),
  en: () => import('@words/en.json'),
  de: () => import('@words/de.json'),
  it: () => import('@words/it.json'),
  es: () => import('@words/es.json'),
}

/** Return the supported language nearest to the browser's wishes; English for whoever wishes another. */
export function nearest(tags: readonly string[]): Language {
  for (const tag of tags) {
    const found = LANGUAGES.find((language) => language === tag.toLowerCase().split('-')[0])
    if (found) return found
  }
  return 'en'
}

/** Load the words of a language in the vocabulary of 2023 or of 2015. */
export async function load(language: Language, vocabulary: Vocabulary): Promise<Words> {
  const file = (await FILES[language]()).default as WordFile
  const older = vocabulary === '2015' ? file['2015'] : {}
  return new Words(language, { ...file.messages, ...older })
}

/** What a refusal says, from the server or made up here in its image. */
export type Refusal = Omit<ServerRefusal, 'rule' | 'code'> & { code: string }

export class Words {
  readonly #plural: Intl.PluralRules

  constructor(
    readonly language: Language,
    private readonly messages: Record<string, Message>,
  ) {
    this.#plural = new Intl.PluralRules(language)
  }

  has(key: string): key is Key {
    return key in this.messages
  }

  /** Return the message with its places filled; an unknown key shows itself, a screen must not break. */
  say(key: Key, args: Args = {}): string {
    const message = this.messages[key]
    if (message === undefined) return key
    const text = typeof message === 'string' ? message : this.#choose(message, args.n)
    return text.replace(/\{(\w+)\}/g, (place, name) => String(args[name] ?? place))
  }

  #choose(message: { one: string; other: string }, n: unknown): string {
    return this.#plural.select(Number(n)) === 'one' ? message.one : message.other
  }

  suit(suit: Suit): string {
    return this.say(`suit.${suit}`)
  }

  trump(trump: Trump): string {
    return trump === 'A' || trump === 'N' ? this.say(`trump.${trump}`) : this.suit(trump)
  }

  pack(pack: Pack): string {
    return this.say(`pack.${pack}`)
  }

  /** "Fool of spades". */
  card(card: Card): string {
    const key = `card.${rankOf(card)}${isMarked(card) ? '_' : ''}` as Key
    return this.say(key, { suit: this.suit(suitOf(card)) })
  }

  /** "the Fool of spades"; "the simple Fool of spades" if its twin is named beside it. */
  the(card: Card, beside: readonly Card[] = []): string {
    const named = this.card(card)
    const rank = rankOf(card)
    const hasTwin = beside.some((other) => other === `${card}_`)
    return this.say(`the.${rank}`, {
      card: hasTwin ? this.say(`simple.${rank}`, { card: named }) : named,
    })
  }

  cards(cards: readonly Card[], joint: 'and' | 'or' = 'and', beside: readonly Card[] = []): string {
    return this.join(
      cards.map((card) => this.the(card, [...cards, ...beside])),
      joint,
    )
  }

  /** "Ana: Fool of spades". */
  label(label: string, text: string): string {
    return this.say('list.label', { label, text })
  }

  join(parts: readonly string[], joint: 'and' | 'or' | 'comma' = 'comma'): string {
    if (parts.length < 2) return parts[0] ?? ''
    const last = parts.at(-1) as string
    const head = parts.slice(0, -1).reduce((a, b) => this.say('list.comma', { a, b }))
    return this.say(`list.${joint}`, { a: head, b: last })
  }

  /** "4 spades, marked". */
  bid(tricks: number, trump: Trump, pack: Pack | null = null): string {
    const bid = this.say(`bid.${trump}`, { n: tricks })
    return pack ? this.say('bid.pack', { bid, pack: this.pack(pack) }) : bid
  }

  /** A stored name as it is shown; whoever has none is a guest, in this language. */
  called(stored: string): string {
    const number = guestNumber(stored)
    if (number === null) return isolated(stored)
    const guest = this.say('seat.guest')
    return number === 1 ? guest : `${guest} ${number}`
  }

  /** Stored names as they are shown, seat by seat, no two alike; an empty seat has none. */
  roster(stored: readonly (string | undefined)[]): string[] {
    return numbered(stored.map((name) => (name === undefined ? '' : this.called(name))))
  }

  player(seat: number, names: readonly string[]): string {
    return names[seat] ?? this.say('seat.name', { number: seat + 1 })
  }

  /** Why an action was refused, for the player at seat `me` who tried it. */
  refusal(refusal: Refusal, names: readonly string[] = [], me: number | null = null): string {
    const key = `refusal.${refusal.code}`
    const special = refusalCases(refusal, me).find((one) => this.has(`${key}.${one}`))
    return this.say((special ? `${key}.${special}` : key) as Key, this.#refusalArgs(refusal, names))
  }

  #refusalArgs(refusal: Refusal, names: readonly string[]): Args {
    const { seat, number, total, beat, suit, pack, trump } = refusal
    const cards = refusal.cards ?? []
    const args: Args = { cards: this.cards(cards, 'and', beat ? [beat] : []) }
    if (seat != null) args.player = this.player(seat, names)
    if (number != null) args.number = number
    if (total != null) args.total = total
    if (beat) args.beat = this.the(beat, cards)
    if (suit) args.suit = this.suit(suit)
    if (pack) args.pack = this.pack(pack)
    if (trump) args.trump = this.trump(trump)
    if (trump && number != null) args.bid = this.bid(number, trump)
    return args
  }
}

function refusalCases(refusal: Refusal, me: number | null): string[] {
  const cases: string[] = []
  if (refusal.seat != null && refusal.seat === me) cases.push('you')
  if (refusal.code === 'call-too-weak' && refusal.number == null) cases.push('never')
  if (refusal.detail) cases.push(refusal.detail)
  return cases
}
