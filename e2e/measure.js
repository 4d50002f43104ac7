// What a screen looks like, in numbers. Only what lies in the topmost dialog counts, if one is open.

const inFront = (node) => {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  return !dialog || dialog.contains(node)
}

/** The part of a text that an ellipsis leaves of it. */
function shown(parent, { left, right, top, bottom }) {
  const edge = parent.getBoundingClientRect()
  const ends = getComputedStyle(parent).textOverflow === 'ellipsis'
  return { left, top, bottom, right: ends ? Math.min(right, edge.right) : right }
}

/** Every piece of text that can be seen, and the box that it takes. */
function texts() {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim()
    const parent = node.parentElement
    if (!text || !inFront(parent) || parent.closest('.sr, script, style, option, svg')) continue
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    const lines = [...range.getClientRects()].map((line) => shown(parent, line))
    if (box.width && box.height) found.push({ text, parent, box, lines })
  }
  return found
}

/** Which edge cuts a text, if any; what can be scrolled is not cut. */
function cutBy({ parent, box }) {
  for (let up = parent; up && up !== document.body; up = up.parentElement) {
    const style = getComputedStyle(up)
    const edge = up.getBoundingClientRect()
    const scrolls = [style.overflowX, style.overflowY].some((one) => ['auto', 'scroll'].includes(one))
    if (scrolls && up.scrollWidth > up.clientWidth + 1) return 'scrolls sideways'
    if (scrolls) return ''
    const hides = (overflow) => ['hidden', 'clip'].includes(overflow)
    const wide = Math.max(edge.left - box.left, box.right - edge.right)
    const high = Math.max(edge.top - box.top, box.bottom - edge.bottom)
    if (hides(style.overflowX) && wide > 1) return `cut by ${Math.round(wide)} px`
    if (hides(style.overflowY) && high > 4) return `cut in height by ${Math.round(high)} px`
  }
  return box.left < -1 || box.right > innerWidth + 1 ? 'beyond the screen' : ''
}

/** A person's name, which may be of any length, may end in an ellipsis. */
function isShortened({ text, parent }) {
  const names = [...document.querySelectorAll('.seat')].map((seat) => seat.ariaLabel)
  const ends = getComputedStyle(parent).textOverflow === 'ellipsis'
  return ends && (parent.matches('.name') || names.some((name) => text.endsWith(name)))
}

function faults() {
  const all = texts()
  const found = new Set()
  const wide = document.documentElement.scrollWidth - innerWidth
  if (wide > 0) found.add(`the page scrolls sideways by ${wide} px`)
  for (const one of all) {
    if (/^[a-z]+(\.[\w-]+)+$/.test(one.text)) found.add(`no words for ${one.text}`)
    if (/\{\w+\}/.test(one.text)) found.add(`an empty place in "${one.text}"`)
    const cut = cutBy(one)
    if (cut && !isShortened(one)) found.add(`"${one.text}": ${cut}`)
  }
  // Two texts must not share a place, if both can be seen.
  const lines = all.flatMap(({ text, parent, lines }) =>
    lines.filter((line) => isInFront(parent, line)).map((line) => ({ text, parent, ...line })),
  )
  lines.forEach((a, i) => {
    for (const b of lines.slice(i + 1)) {
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (a.parent !== b.parent && x > 2 && y > 4) found.add(`"${a.text}" lies on "${b.text}"`)
    }
  })
  return [...found]
}

function isInFront(parent, { left, right, top, bottom }) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  for (let up = parent; up; up = up.parentElement) {
    const edge = up.getBoundingClientRect()
    const isOut = x < edge.left || x > edge.right || y < edge.top || y > edge.bottom
    if (isOut && getComputedStyle(up).overflowY === 'auto') return false // scrolled out of sight
  }
  const front = document.elementFromPoint(x, y)
  return front && (parent.contains(front) || front.contains(parent))
}

/**
 * What can be touched but is too small for a finger; the cards of the hand are looked at below, and
 * the cells of a grid may be narrow: a wrong tap there only moves the choice.
 */
function small(finger) {
  const found = []
  for (const node of document.querySelectorAll('button, a[href], select, input')) {
    const target = node.closest('label') ?? node
    if (!inFront(node) || node.disabled || node.matches('li > button:has(> .face)')) continue
    if (node.closest('[role=grid]')) continue
    if (!target.checkVisibility({ visibilityProperty: true })) continue
    const box = target.getBoundingClientRect()
    if (box.width > finger - 0.5 && box.height > finger - 0.5) continue
    const name = node.ariaLabel || target.textContent.trim() || node.type
    found.push(`${name}: ${Math.round(box.width)} x ${Math.round(box.height)} px`)
  }
  return found
}

/** How wide each card of the hand lies open to a finger, where it is widest. */
function strips() {
  return [...document.querySelectorAll('li > button:has(> .face)')].map((card) => {
    const box = card.getBoundingClientRect()
    const widths = [0.1, 0.25, 0.4, 0.6, 0.8].map((part) => {
      const y = box.top + box.height * part
      let wide = 0
      for (let x = Math.ceil(box.left); x < box.right; x++)
        if (card.contains(document.elementFromPoint(x, y))) wide++
      return wide
    })
    return Math.max(...widths)
  })
}
