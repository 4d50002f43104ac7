// The documented shuffle (docs/record.md), written a second time: the page that verifies a deal
// must not ask the server whether the server was honest.

import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const WORDS = 2 ** 32
const RANKS = 'RDCVFMJNT'
const SUITS = 'SHDC'

/** Returns the cards of one or two packs in the order from which a shuffle starts. */
function packOf(players: number): string[] {
  const simple = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit))
  return players >= 5 ? [...simple, ...simple.map((card) => `${card}_`)] : simple
}

/** Returns the pack shuffled by a 256-bit seed, top card first. */
export function shuffledPack(seed: Uint8Array, players: number): string[] {
  const words = randomWords(concatBytes(utf8ToBytes('batarde/shuffle/1'), seed))
  const pack = packOf(players)
  for (let last = pack.length - 1; last > 0; last--) {
    const chosen = below(last + 1, words)
    const card = pack[last] as string
    pack[last] = pack[chosen] as string
    pack[chosen] = card
  }
  return pack
}

/** Returns the hands by seat, dealt one by one from the dealer's left. */
export function dealHands(
  pack: readonly string[],
  players: number,
  cards: number,
  dealer: number,
): string[][] {
  const hands: string[][] = Array.from({ length: players }, () => [])
  for (let index = 0; index < players * cards; index++) {
    hands[(dealer + 1 + index) % players]?.push(pack[index] as string)
  }
  return hands
}

function below(bound: number, words: Iterator<number>): number {
  const fair = WORDS - (WORDS % bound)
  for (;;) {
    const word = words.next().value as number
    if (word < fair) return word % bound
  }
}

function* randomWords(prefix: Uint8Array): Generator<number, never> {
  for (let block = 0; ; block++) {
    const counter = new Uint8Array(8)
    new DataView(counter.buffer).setUint32(4, block)
    const digest = sha256(concatBytes(prefix, counter))
    const view = new DataView(digest.buffer, digest.byteOffset)
    for (let start = 0; start < digest.length; start += 4) yield view.getUint32(start)
  }
}
