// Vectors that the Python code has made (tests/pad/vectors): the twin must make the same of them.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Returns the lines of a file of vectors. */
export function vectors<T>(name: string): T[] {
  const file = new URL(`../data/pads/${name}.jsonl.gz`, `file://${import.meta.dirname}/`)
  return gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line))
}
