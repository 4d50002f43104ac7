/**
 * Keeps whoever answers by keyboard at the table: when the question that had the focus makes room
 * for another one, the focus stays in its place; when there is none any more, it goes on to `next`.
 */
export const keepsFocus = (next: () => HTMLElement | null | undefined) => (box: HTMLElement) => {
  let isInside = false
  const inside = () => (isInside = true)
  const outside = (event: FocusEvent) => {
    if (event.relatedTarget) isInside = box.contains(event.relatedTarget as Node)
  }
  const isLost = () => isInside && document.activeElement === document.body
  const watcher = new MutationObserver(() => {
    if (isLost()) box.focus({ preventScroll: true })
  })
  box.addEventListener('focusin', inside)
  box.addEventListener('focusout', outside)
  watcher.observe(box, { childList: true, subtree: true })
  return () => {
    watcher.disconnect()
    requestAnimationFrame(() => {
      if (isLost()) next()?.focus({ preventScroll: true })
    })
  }
}
