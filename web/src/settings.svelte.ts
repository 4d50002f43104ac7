/** What a player has chosen on this device, kept in local storage. */
import { deck } from './deck.svelte'
import type { Language, Vocabulary } from './words'
import { LANGUAGES, nearest } from './words'

export type Theme = 'auto' | 'light' | 'dark'
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
  name: string
  /** Whether the server has met this browser: else there is no session to ask for. */
  known: boolean
  /** The table where a game of ours is running; empty if there is none. */
  table: string
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
    name: '',
    known: false,
    table: '',
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

export function save(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // see read()
  }
}

/** Set theme and mat on the root element. */
export function dress(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const root = document.documentElement
  root.dataset.theme = settings.theme === 'auto' ? (dark ? 'dark' : 'light') : settings.theme
  root.dataset.mat = settings.mat
  deck.dark = root.dataset.theme === 'dark'
}
