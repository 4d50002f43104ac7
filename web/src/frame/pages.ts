import type { Component } from 'svelte'
import type { Route } from '../router.svelte'
import type { TabName } from './tabs'

export interface Page {
  /** The place it belongs to; at a table there is no bar. */
  tab: TabName | null
  /** Here one is somebody: the server must know us first. */
  enters?: true
  /** Pages are loaded when they are opened; each is given the parts of its address. */
  // biome-ignore lint/suspicious/noExplicitAny: each page has parts of its own
  load: () => Promise<{ default: Component<any> }>
}

/** Every page by its route; the first screen comes with the client itself. */
export const PAGES: Record<Exclude<Route['at'], 'home' | 'lost'>, Page> = {
  new: { tab: 'play', load: () => import('../pages/NewTable.svelte') },
  rules: { tab: 'learn', load: () => import('../pages/Rules.svelte') },
  train: { tab: 'learn', load: () => import('../learn/train/TrainPage.svelte') },
  drill: { tab: null, load: () => import('../learn/train/SessionPage.svelte') },
  me: { tab: 'me', load: () => import('../pages/Me.svelte') },
  games: { tab: 'me', load: () => import('../pages/Games.svelte') },
  settings: { tab: 'me', load: () => import('../pages/Settings.svelte') },
  verify: { tab: 'me', load: () => import('../pages/Verify.svelte') },
  table: { tab: null, enters: true, load: () => import('../table/TablePage.svelte') },
  game: { tab: null, enters: true, load: () => import('../replay/ReplayPage.svelte') },
}
