/**
 * The deck: one SVG sprite, fetched once. Figures, pips and vines are used from it in the page;
 * whole faces become images of their own, because a card that flies must cost nothing to restyle.
 */
import url from '../cards/deck.svg?url'
import type { Card } from './cards'

const BACKS = { '': 'back', B: 'backB' } as const
const DARK_PAPER = '#f9f5ee'

class Deck {
  ready = $state(false)
  /** Dark theme: the paper is a little dimmer. */
  dark = $state(false)
  #asked: Promise<void> | null = null
  #sprite: Document | null = null
  #images = new Map<string, string>()
  #kept: HTMLImageElement[] = []

  /** Fetch the sprite and put it into the page; called again it does nothing. */
  load(): Promise<void> {
    this.#asked ??= fetch(url)
      .then((answer) => answer.text())
      .then((svg) => {
        this.#sprite = new DOMParser().parseFromString(svg, 'image/svg+xml')
        document.body.insertAdjacentHTML('afterbegin', svg)
        this.ready = true
      })
      .catch(() => {
        this.#asked = null // tried again with the next screen
      })
    return this.#asked
  }

  /** The address of a face, without its small corner index if it is drawn small. */
  face(card: Card, small: boolean): string {
    return this.#image(card.replace('_', 'm'), small)
  }

  back(colour: keyof typeof BACKS): string {
    return this.#image(BACKS[colour], false)
  }

  /** Make the images of cards that may come, when the browser has nothing better to do. */
  warm(cards: readonly Card[], small: boolean): void {
    const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 30))
    const left = cards.filter((card) => !this.#images.has(this.#key(card.replace('_', 'm'), small)))
    const one = () => {
      const card = left.shift()
      if (!card || !this.ready) return
      const image = new Image()
      image.src = this.face(card, small)
      this.#kept.push(image)
      idle(one)
    }
    idle(one)
  }

  #image(id: string, small: boolean): string {
    const key = this.#key(id, small)
    let found = this.#images.get(key)
    if (!found) {
      found = URL.createObjectURL(new Blob([this.#drawing(id, small)], { type: 'image/svg+xml' }))
      this.#images.set(key, found)
    }
    return found
  }

  #key(id: string, small: boolean): string {
    return `${id}${small}${this.dark}`
  }

  #drawing(id: string, small: boolean): string {
    const sprite = this.#sprite as Document
    const needed = new Set<string>()
    const collect = (name: string): string => {
      if (needed.has(name)) return ''
      needed.add(name)
      const part = sprite.getElementById(name)?.outerHTML ?? ''
      return part + [...part.matchAll(/#([\w-]+)["')]/g)].map((match) => collect(match[1])).join('')
    }
    const style = sprite.querySelector('style')?.textContent ?? ''
    const own = `svg{--mini:${small ? 0 : 1}${this.dark ? `;--paper:${DARK_PAPER}` : ''}}`
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300" width="200" height="300"><style>${style}${own}</style><defs>${collect(id)}</defs><use href="#${id}" width="200" height="300"/></svg>`
  }
}

export const deck = new Deck()
