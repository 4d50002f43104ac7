// A whole pad in a link, for another phone to go on without any line (§7).
// The twin of src/batarde/pad/handover.py.
//
// Deflating is left to the browser: every engine that we support has had CompressionStream since
// 2023, and a library would add 3 KB to a client that must stay small.

import { greatest } from './events'
import { type Folded, sidesOf } from './fold'
import { pack, unpack } from './packing'
import {
  HAND_OVER,
  HAND_OVER_LARGEST,
  HAND_OVER_SIDES,
  HAND_OVER_VERSION,
  type HandOver,
  type HeldKey,
  type PadEvent,
} from './protocol'
import { conform, Misfit } from './shape'

/** Returns what must be handed over for the same state: of a disputed deal every entry that competes. */
export function handOver(folded: Folded, keys: readonly HeldKey[]): HandOver {
  const sides = folded.leaves.flatMap((leaves) => sidesOf(leaves).slice(0, HAND_OVER_SIDES))
  const ids = new Set([...sides, ...registers(folded)].map((event) => event.id))
  return { id: folded.pad.id, keys, events: folded.log.filter((event) => ids.has(event.id)) }
}

function registers(folded: Folded): PadEvent[] {
  const heard = folded.log.filter((event) => !folded.ignored.has(event.id))
  const renamed = heard.filter((event) => event.event === 'player-renamed')
  const found: (PadEvent | undefined)[] = [
    heard.find((event) => event.event === 'pad-opened'),
    greatest(heard.filter((event) => event.event === 'dealer-set')),
    greatest(heard.filter(({ event }) => event === 'game-ended' || event === 'game-reopened')),
    ...folded.pad.players.map((_, seat) =>
      greatest(renamed.filter((event) => event.seat === seat)),
    ),
  ]
  return found.filter((event) => event !== undefined)
}

/** Returns a hand-over as the fragment of a link, without its `#`. */
export async function writeHandOver(handed: HandOver): Promise<string> {
  const packed = Uint8Array.of(HAND_OVER_VERSION, ...pack(HAND_OVER, handed))
  const deflated = await through(new CompressionStream('deflate-raw'), packed)
  const letters = btoa(String.fromCharCode(...deflated))
  return `s=${letters.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`
}

/** Returns what was handed over in a fragment, or null if it is no hand-over. */
export async function readHandOver(fragment: string): Promise<HandOver | null> {
  const packed = await inflated(fragment.replace(/^s=/, ''))
  if (packed?.[0] !== HAND_OVER_VERSION) return null
  try {
    return conform<HandOver>(HAND_OVER, unpack(HAND_OVER, packed.subarray(1)))
  } catch (error) {
    if (error instanceof Misfit) return null
    throw error
  }
}

async function inflated(letters: string): Promise<Uint8Array | null> {
  if (!/^[A-Za-z0-9_-]*$/.test(letters) || letters.length % 4 === 1) return null
  const deflated = atob(letters.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(deflated, (letter) => letter.charCodeAt(0))
  // What is not deflated fails in another way in every browser.
  return through(new DecompressionStream('deflate-raw'), bytes).catch(() => null)
}

/** Returns what comes out of a stream, which must not be more than a pad can be. */
async function through(
  stream: GenericTransformStream,
  data: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const reader = new Blob([data]).stream().pipeThrough(stream).getReader()
  const bytes: number[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Uint8Array.from(bytes)
    bytes.push(...(value as Uint8Array))
    if (bytes.length > HAND_OVER_LARGEST) {
      await reader.cancel()
      throw new Misfit('a pad of at most 64 KB')
    }
  }
}
