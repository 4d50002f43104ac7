/** Times of the table's movements, in milliseconds. CSS moves things; these pace what follows. */
export const HOLD = 700
export const COLLECT = 420
export const STAGGER = 30
export const DEAL = 60
/** A page in the background draws no frames; there things go on all the same. */
const LATE = 100

const calm = () =>
  typeof matchMedia !== 'undefined' && matchMedia('(prefers-reduced-motion: reduce)').matches

/** Resolves once the next frame is drawn: what need not be seen in it waits until then. */
export const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, LATE)
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(late)
        resolve()
      }),
    )
  })

/** Shake the table once. */
export function shake(node: Element): void {
  if (calm() || !node.animate) return
  const steps = [
    'none',
    'translate(-5px,2px) rotate(-.5deg)',
    'translate(5px,-2px) rotate(.5deg)',
    'translate(-3px,1px)',
    'translate(2px,-1px)',
    'none',
  ]
  node.animate(
    steps.map((transform) => ({ transform })),
    { duration: 380, easing: 'linear' },
  )
}
