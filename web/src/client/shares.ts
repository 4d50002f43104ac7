// The shares of a shuffle: randomness of every browser that goes into a deal, bound before anybody's
// is opened (docs/fairness.md).

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Share } from '../protocol'

const SHARE_BYTES = 32

/** Returns a share that nobody can guess, in hexadecimal. */
export const freshShare = () => bytesToHex(crypto.getRandomValues(new Uint8Array(SHARE_BYTES)))

export function commitShare(table: string, deal: number, seat: number, share: Uint8Array): string {
  return bytesToHex(hash('batarde/share/1', table, deal, seat, share))
}

export function commitSecret(table: string, deal: number, secret: Uint8Array): string {
  return bytesToHex(hash('batarde/commit/1', table, deal, secret))
}

/** Returns the seed that follows from the server's secret and the opened shares. */
export function sharedSeed(
  table: string,
  deal: number,
  secret: string,
  shares: readonly Share[],
): Uint8Array {
  const opened = shares.filter((share) => share.value).sort((a, b) => a.seat - b.seat)
  const parts = opened.flatMap((share) => [share.seat, hexToBytes(share.value ?? '')])
  return hash('batarde/seed/1', table, deal, hexToBytes(secret), ...parts)
}

function hash(...parts: (string | number | Uint8Array)[]): Uint8Array {
  return sha256(concatBytes(...parts.map(prefixed)))
}

/** Returns a part behind its length, so that no two inputs run together. */
function prefixed(part: string | number | Uint8Array): Uint8Array {
  const data = part instanceof Uint8Array ? part : utf8ToBytes(String(part))
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, data.length)
  return concatBytes(length, data)
}
