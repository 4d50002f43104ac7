/** Arrow keys walk from answer to answer, as they do in a hand. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

export function arrows(group: HTMLElement): () => void {
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const all = [...group.querySelectorAll<HTMLElement>('button:not(:disabled)')]
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (!step || at < 0) return
    event.preventDefault()
    all[(at + step + all.length) % all.length].focus()
  }
  group.addEventListener('keydown', walk)
  return () => group.removeEventListener('keydown', walk)
}
