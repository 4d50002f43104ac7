import type { Advice } from '../protocol'

export type Step = Advice['step']

/** The coach of a table, as the one who may ask it sees it. */
export interface Coach {
  /** What it has said of the question of the moment; null until it is asked. */
  readonly advice: Advice | null
  /** Whether there is something to ask about now. */
  readonly isAskable: boolean
  readonly isThinking: boolean
  /** Whether the last question got no answer. */
  readonly hasFailed: boolean
  /** Whether the game counts as coached by now. */
  readonly isMarked: boolean
  /** Ask for a step of help; with two packs the lens can be had for the other packs too. */
  ask(step: Step, otherPacks?: boolean): Promise<void>
}
