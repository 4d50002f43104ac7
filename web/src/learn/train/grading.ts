/** How well something is known: by the answer, and by its time beside the own usual one. */

/** 1 wrong; 2 right but slow; 3 right; 4 right and fast. */
export type Grade = 1 | 2 | 3 | 4

/** How many times there must be before there is a usual one. */
const FEW = 5

export function median(values: readonly number[]): number | null {
  if (!values.length) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Grade an answer; without a clock `ms` is null, and what is right is simply right. */
export function gradeOf(right: boolean, ms: number | null, usual: readonly number[]): Grade {
  if (!right) return 1
  const middle = usual.length < FEW ? null : median(usual)
  if (ms === null || middle === null) return 3
  if (ms > 2 * middle) return 2
  return ms < middle / 2 ? 4 : 3
}
