import type { TableClient } from '../client/table.svelte'
import type { Said } from '../protocol'
import type { Talk } from './game'

/** What is said at a table of the server; who is muted is known to this screen alone. */
export class TableTalk implements Talk {
  muted = $state.raw<readonly string[]>([])

  constructor(private readonly client: TableClient) {}

  get me(): string {
    return this.client.model?.you ?? ''
  }

  get said(): readonly Said[] {
    return this.client.model?.talk ?? []
  }

  say(text: string): void {
    this.client.send({ do: 'say', text })
  }

  signal(signal: string): void {
    this.client.send({ do: 'say', signal })
  }

  mute(player: string, on: boolean): void {
    const others = this.muted.filter((one) => one !== player)
    this.muted = on ? [...others, player] : others
  }
}
