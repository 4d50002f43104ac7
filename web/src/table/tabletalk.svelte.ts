import type { TableClient } from '../client/table.svelte'
import { seatOfSpeaker, spoken } from '../client/tidings'
import { speech } from '../speech.svelte'
import type { Line, Talk } from './game'

/** What is said at a table of the server; who is muted is known to this screen alone. */
export class TableTalk implements Talk {
  muted = $state.raw<readonly string[]>([])
  unread = $state(0)
  readonly #said = $derived.by((): readonly Line[] => {
    const { model } = this.client
    return (model?.talk ?? []).map((said) => ({
      player: said.player,
      name: speech.words.called(said.name),
      text: spoken(speech.words, said),
      seat: model && seatOfSpeaker(said, model),
    }))
  })

  constructor(private readonly client: TableClient) {}

  get me(): string {
    return this.client.model?.you ?? ''
  }

  get said(): readonly Line[] {
    return this.#said
  }

  read(): void {
    this.unread = 0
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
