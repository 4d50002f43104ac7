/** Boxes on the table, in CSS pixels; x and y are the top left corner. */

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

export const centred = (cx: number, cy: number, w: number, h: number): Box => ({
  x: cx - w / 2,
  y: cy - h / 2,
  w,
  h,
})

export const middle = (box: Box) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 })

export const clamp = (value: number, low: number, high: number) =>
  Math.max(low, Math.min(high, value))

/** Whether two boxes come nearer than `gap`. */
export function touch(a: Box, b: Box, gap = 0): boolean {
  return (
    a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + gap && b.y < a.y + a.h + gap
  )
}

export function inside(inner: Box, outer: Box, slack = 0.5): boolean {
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.w <= outer.x + outer.w + slack &&
    inner.y + inner.h <= outer.y + outer.h + slack
  )
}
