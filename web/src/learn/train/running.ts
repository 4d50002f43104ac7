/** The session that runs: who reads a rule in between comes back to where they were. */
import { settings } from '../../settings.svelte'
import type { Skill } from './drills'
import { keeping } from './keeping.svelte'
import type { Kind, Mode } from './modes'
import { Session } from './session.svelte'

let running: Session | null = null

/** The session of this mode and kind that has not ended, or a new one. */
export function sessionOf(mode: Mode, kind: Kind, skills: readonly Skill[]): Session {
  const goesOn = running && !running.isOver && running.mode === mode && running.kind === kind
  return goesOn && running ? running : restart(mode, kind, skills)
}

export function restart(mode: Mode, kind: Kind, skills: readonly Skill[]): Session {
  running = new Session(mode, kind, skills, {
    keeper: keeping,
    now: Date.now,
    chance: Math.random,
    clocks: settings.clocks,
  })
  return running
}

export function stop(): void {
  running = null
}
