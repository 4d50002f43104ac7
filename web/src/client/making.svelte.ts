import type { NewTable } from '../protocol'
import { router } from '../router.svelte'
import { settings } from '../settings.svelte'
import { api } from './api'
import { enter } from './session'

/** Makes tables, one at a time, and goes there. */
class Making {
  isBusy = $state(false)
  hasFailed = $state(false)

  async make(table: NewTable): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    this.hasFailed = false
    try {
      await enter()
      const made = await api.makeTable(table)
      router.go(`/t/${made.id}`)
    } catch {
      this.hasFailed = true
    } finally {
      this.isBusy = false
    }
  }

  /** A game against bots of one level, which begins at once. */
  alone(players: number, level: string): Promise<void> {
    const bots = Array.from({ length: players - 1 }, () => level)
    const coach = settings.coach ? 'asked' : 'off'
    return this.make({ settings: { players, coach }, bots, start: true })
  }
}

export const making = new Making()
