/** What a player has chosen on this device, kept in local storage. */
import { MediaQuery } from 'svelte/reactivity'
import { deck } from './deck.svelte'
import { speech } from './speech.svelte'
import type { Language, Vocabulary } from './words'
import { LANGUAGES, nearest } from './words'

export type Theme = 'auto' | 'light' | 'dark'
/** Against bots, with friends by a link, or at a table that is open to everybody. */
export type Way = 'alone' | 'friends' | 'open'
export type Mat = 'purple' | 'blue'

export interface Settings {
  language: Language
  vocabulary: Vocabulary
  theme: Theme
  mat: Mat
  sounds: boolean
  vibration: boolean
  /** Tips at the table, until the first game is over. */
  help: boolean
  confirm: boolean
  autoPlay: boolean
  /** Whether time counts in the trainer. */
  clocks: boolean
  name: string
  /** Whether the server has met this browser: else there is no session to ask for. */
  known: boolean
  /** The table where a game of ours is running; empty if there is none. */
  table: string
  /** How we like to play: the last way, number of players, and bots; the usual ones if empty. */
  way: Way
  players: number
  level: string
  /** Whether the coach may be asked in games alone against bots. */
  coach: boolean
}

const KEY = 'batarde.settings'

function defaults(): Settings {
  return {
    language: nearest(navigator.languages ?? []),
    vocabulary: '2023',
    theme: 'auto',
    mat: 'purple',
    sounds: true,
    vibration: true,
    help: true,
    confirm: false,
    autoPlay: false,
    clocks: true,
    name: '',
    known: false,
    table: '',
    way: 'alone',
    players: 4,
    level: '',
    coach: true,
  }
}

/** Settings written by another version are taken field by field, and only where the type fits. */
export function restore(text: string | null, base: Settings = defaults()): Settings {
  const found: Settings = { ...base }
  let saved: unknown
  try {
    saved = JSON.parse(text ?? '{}')
  } catch {
    return found
  }
  for (const [name, value] of Object.entries(saved ?? {})) {
    if (name in base && typeof value === typeof base[name as keyof Settings]) {
      Object.assign(found, { [name]: value })
    }
  }
  if (!LANGUAGES.includes(found.language)) found.language = base.language
  return found
}

export const settings = $state(restore(read()))

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null // storage may be forbidden: then the settings live as long as the page
  }
}

/** Change some settings: they are kept, and what they concern follows. */
export function change(part: Partial<Settings>): void {
  Object.assign(settings, part)
  save()
  applyTheme()
  if (part.language || part.vocabulary) void speech.use(settings.language, settings.vocabulary)
}

function save(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // see read()
  }
}

const dark = new MediaQuery('(prefers-color-scheme: dark)')

export const isDark = () => (settings.theme === 'auto' ? dark.current : settings.theme === 'dark')

/** Set theme and mat on the root element. */
export function applyTheme(): void {
  const root = document.documentElement
  root.dataset.theme = isDark() ? 'dark' : 'light'
  root.dataset.mat = settings.mat
  deck.dark = isDark()
}
