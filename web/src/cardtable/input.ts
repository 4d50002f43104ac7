/** Fingers and mouse on a card: tap, drag, and a long press that names it. */

export interface Grip {
  /** Dragged and let go, so far from where it was taken. */
  drop: (node: HTMLElement, dx: number, dy: number) => void
  hold: () => void
  /** How much larger than its layout the table is drawn. */
  zoom: () => number
}

const SLACK = 8
const LONG = 450

/** Let a card be dragged; a plain tap stays a click, which the keyboard makes too. */
export function grip(on: Grip) {
  return (node: HTMLElement) => {
    let start: { x: number; y: number } | null = null
    let moved = false
    let timer = 0

    const offset = (event: PointerEvent) => ({
      x: (event.clientX - start!.x) / on.zoom(),
      y: (event.clientY - start!.y) / on.zoom(),
    })
    const down = (event: PointerEvent) => {
      if (event.button !== 0) return
      start = { x: event.clientX, y: event.clientY }
      moved = false
      node.setPointerCapture(event.pointerId) // a quick mouse leaves the card before it tells
      timer = window.setTimeout(() => start && !moved && on.hold(), LONG)
    }
    const move = (event: PointerEvent) => {
      if (!start) return
      const { x, y } = offset(event)
      if (!moved && Math.hypot(x, y) < SLACK) return
      moved = true
      node.style.translate = `${x}px ${y}px`
    }
    const finish = (event: PointerEvent) => {
      clearTimeout(timer)
      if (!start) return
      const { x, y } = offset(event)
      start = null
      node.style.translate = ''
      if (moved && event.type === 'pointerup') on.drop(node, x, y)
    }
    /** The click that follows a drag is not a tap. */
    const click = (event: MouseEvent) => {
      if (!moved) return
      moved = false
      event.stopImmediatePropagation()
      event.preventDefault()
    }

    node.addEventListener('pointerdown', down)
    node.addEventListener('pointermove', move)
    node.addEventListener('pointerup', finish)
    node.addEventListener('pointercancel', finish)
    node.addEventListener('click', click, { capture: true })
    return () => {
      clearTimeout(timer)
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('pointermove', move)
      node.removeEventListener('pointerup', finish)
      node.removeEventListener('pointercancel', finish)
      node.removeEventListener('click', click, { capture: true })
    }
  }
}

/** Whether a card let go there was meant for the table. */
export const isThrown = (dx: number, dy: number) => dy < -60 && Math.abs(dy) > Math.abs(dx) * 0.5
