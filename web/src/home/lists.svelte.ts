import { api } from '../client/api'
import type { GameSummary, TableSummary } from '../protocol'
import { settings } from '../settings.svelte'

/** What the server tells the first screen; what it does not tell is simply not there. */
export class Lists {
  bots = $state.raw<readonly string[]>([])
  tables = $state.raw<readonly TableSummary[]>([])
  games = $state.raw<readonly GameSummary[]>([])
  /** The game of ours that is running. */
  waiting = $state.raw<TableSummary | null>(null)

  load(): void {
    const quiet = () => {}
    api.bots().then((found) => {
      this.bots = found
    }, quiet)
    api.tables().then((found) => {
      this.tables = found.tables
    }, quiet)
    if (settings.table)
      api.table(settings.table).then((found) => {
        this.waiting = found.is_playing ? found : null
      }, quiet)
    if (settings.known)
      api.myGames().then((found) => {
        this.games = found.games
      }, quiet)
  }
}
