import type { IconName } from '../ui/Icon.svelte'
import type { Key } from '../words'

/** The places of the client in their order. A tab comes with what it leads to: one line each. */
export const TABS = [
  { name: 'play', path: '/', icon: 'cards', word: 'ui.tab.play' },
  { name: 'learn', path: '/learn', icon: 'learn', word: 'ui.tab.learn' },
  { name: 'me', path: '/me', icon: 'me', word: 'ui.tab.me' },
] as const satisfies readonly { name: string; path: string; icon: IconName; word: Key }[]

export type TabName = (typeof TABS)[number]['name']
