/** The words now spoken, for all components: a change of language redraws what it touches. */
import type { Args, Key, Language, Vocabulary } from './words'
import { load, Words } from './words'

class Speech {
  words = $state.raw(new Words('fr', {}))
  ready = $state(false)

  async use(language: Language, vocabulary: Vocabulary): Promise<void> {
    this.words = await load(language, vocabulary)
    this.ready = true
    inscribe(this.words)
  }
}

/** The page itself speaks the language, to whoever reads it aloud, finds it or installs it. */
function inscribe(words: Words): void {
  document.documentElement.lang = words.language
  const head = (selector: string) => document.head.querySelector(selector)
  head('meta[name=description]')?.setAttribute('content', words.say('ui.description'))
  if (import.meta.env.PROD)
    head('link[rel=manifest]')?.setAttribute('href', `/manifest.${words.language}.webmanifest`)
}

export const speech = new Speech()
/** A word of the glossary as a heading. */
export const title = (key: Key) => {
  const text = say(key)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const say = (key: Key, args?: Args) => speech.words.say(key, args)

/** The names of the players, seat by seat, as they are shown. */
export const namesOf = (seats: readonly { name?: string }[]) =>
  speech.words.roster(seats.map((seat) => seat.name))

/** What a bot's level is called; one that has no word of ours goes by its own name. */
export const levelName = (level: string) => {
  const key = `ui.level.${level}`
  return speech.words.has(key) ? say(key) : level
}

/** What a bot is, as a small text beside its name. */
export const botLevel = (level = '') =>
  level ? say('ui.room.level', { level: levelName(level) }) : say('ui.seat.bot')

/** A line about the character of a bot's level; empty for one that is none of ours. */
export const character = (level = '') => {
  const key = `ui.character.${level}`
  return speech.words.has(key) ? say(key) : ''
}
