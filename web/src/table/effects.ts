/** What is heard and felt of a table, as far as the settings want it. */
import type { TableModel } from '../client/fold'
import type { TableEvent } from '../protocol'
import { settings } from '../settings.svelte'
import { buzz, play, type Sound } from '../sounds'

const HEARD: Partial<Record<TableEvent['event'], Sound>> = {
  'card-played': 'card',
  'trick-taken': 'trick',
  doubled: 'double',
  redoubled: 'double',
  'hand-dealt': 'deal',
}

export function effects(
  events: readonly TableEvent[],
  before: TableModel,
  after: TableModel,
): void {
  if (events.some((event) => event.event === 'doubled' || event.event === 'redoubled'))
    feel([40, 60, 40])
  const isTurn =
    after.seat !== null && after.view?.turn === after.seat && before.view?.turn !== after.seat
  if (isTurn) feel(15)
  for (const event of events) hear(HEARD[event.event])
  if (isTurn) hear('turn')
}

export function refusal(): void {
  feel(30)
  hear('refuse')
}

function hear(sound: Sound | undefined): void {
  if (sound && settings.sounds) play(sound)
}

function feel(pattern: number | number[]): void {
  if (settings.vibration) buzz(pattern)
}
