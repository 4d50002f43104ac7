/**
 * The deck: one SVG sprite, fetched once. Faces and heads become images of their own, and those of
 * a table become bitmaps of the size at which they are drawn: a card that flies must cost nothing.
 */
import url from '../cards/deck.svg?url'
import type { Card } from './cards'
import { packOf } from './cards'
import { breath, rasterise, whenIdle } from './raster'

const BACKS = { '': 'back', B: 'backB' } as const
const DARK_PAPER = '#f9f5ee'
const FACE = '0 0 200 300'
/** The width of a head as a bitmap: enough for the largest avatar. */
const HEAD = 192

/** A few sizes for all: cards grow a little with every card that leaves the hand. */
const sizeFor = (least: number) =>
  Math.ceil(64 * 1.3 ** Math.ceil(Math.log(least / 64) / Math.log(1.3)))

/** Styles inside the page are forbidden by its policy; the sprite's are for the images made of it. */
const sealed = (svg: string) =>
  svg.replaceAll(' style="', ' data-style="').replace(/<(\/?)style>/g, '<$1desc>')
const opened = (part: string) => part.replaceAll(' data-style="', ' style="')

interface Bitmap {
  url: string
  /** Width in pixels of the screen. */
  width: number
}

class Deck {
  ready = $state(false)
  /** Dark theme: the paper is a little dimmer. */
  dark = $state(false)
  /** Moves on whenever drawings have become bitmaps. */
  #version = $state(0)
  #asked: Promise<void> | null = null
  #sprite: Document | null = null
  #style = ''
  #drawings = new Map<string, string>()
  #bitmaps = new Map<string, Bitmap>()
  #queue: (() => Promise<void>)[] = []
  #busy = false

  /** Fetch the sprite; what is used from it inside the page goes into the page. */
  load(): Promise<void> {
    this.#asked ??= this.#fetch().catch(() => {
      this.#asked = null // tried again with the next screen
    })
    return this.#asked
  }

  /** In steps: the first screen can be touched while the cards come. */
  async #fetch(): Promise<void> {
    const svg = await (await fetch(url)).text()
    await breath()
    this.#sprite = new DOMParser().parseFromString(sealed(svg), 'image/svg+xml')
    this.#style = this.#sprite.querySelector('desc')?.textContent ?? ''
    await breath()
    const shared = this.#shared()
    await breath()
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(this.#style)
    document.adoptedStyleSheets.push(sheet)
    document.body.insertAdjacentHTML('afterbegin', shared)
    await breath()
    this.ready = true
  }

  /** The address of a face, without its small corner index if it is drawn small. */
  face(card: Card, small: boolean): string {
    return this.#address(card.replace('_', 'm'), small)
  }

  back(colour: keyof typeof BACKS): string {
    return this.#address(BACKS[colour], false)
  }

  /** The address of a figure's head, through the given window on its face. */
  head(card: Card, view: string): string {
    void this.#version
    const id = card.slice(0, 2)
    const key = `h${id}`
    const drawing = this.#drawing(key, () => {
      const ground = `<rect x="-20" y="-20" width="340" height="340" fill="var(--l)" class="c${id[1]}"/>`
      return this.#svg(view, '', this.#parts([key]), `${ground}<use href="#${key}"/>`, 68, 68)
    })
    const found = this.#bitmaps.get(key)
    if (!found) this.#order(key, () => drawing, HEAD, HEAD)
    return found?.url || drawing
  }

  /** Turn faces into bitmaps of at least this many pixels of the screen, one by one, when there is nothing better to do. */
  draw(cards: readonly Card[], small: boolean, least: number): void {
    const width = sizeFor(least)
    for (const card of cards) {
      const id = card.replace('_', 'm')
      const key = this.#key(id, small)
      const found = this.#bitmaps.get(key)
      if (found && found.width >= width && found.width <= width * 2) continue
      this.#order(key, () => this.#vector(id, small), width, width * 1.5)
    }
  }

  #order(key: string, drawing: () => string, width: number, height: number): void {
    this.#bitmaps.set(key, { url: this.#bitmaps.get(key)?.url ?? '', width })
    this.#queue.push(async () => {
      const url = await rasterise(drawing(), width, height)
      if (url) this.#bitmaps.set(key, { url, width })
    })
    if (!this.#busy) void this.#work()
  }

  async #work(): Promise<void> {
    this.#busy = true
    await whenIdle()
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) {
      await job()
      await whenIdle()
    }
    this.#busy = false
    this.#version += 1
  }

  #address(id: string, small: boolean): string {
    void this.#version
    // With or without the corner index: a bitmap that is there already is better than a new drawing.
    const found =
      this.#bitmaps.get(this.#key(id, small)) ?? this.#bitmaps.get(this.#key(id, !small))
    return found?.url || this.#vector(id, small)
  }

  #vector(id: string, small: boolean): string {
    return this.#drawing(this.#key(id, small), () => {
      const own = `svg{--mini:${small ? 0 : 1}${this.dark ? `;--paper:${DARK_PAPER}` : ''}}`
      const use = `<use href="#${id}" width="200" height="300"/>`
      return this.#svg(FACE, own, this.#parts([id]), use, 200, 300)
    })
  }

  #drawing(key: string, draw: () => string): string {
    let found = this.#drawings.get(key)
    if (!found) {
      found = URL.createObjectURL(new Blob([draw()], { type: 'image/svg+xml' }))
      this.#drawings.set(key, found)
    }
    return found
  }

  #key(id: string, small: boolean): string {
    return `${id}${small}${this.dark}`
  }

  #svg(view: string, own: string, parts: string, use: string, w: number, h: number): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" width="${w}" height="${h}"><style>${this.#style}${own}</style><defs>${parts}</defs>${use}</svg>`
  }

  /** The vines and the indexes: all that the page itself draws from the sprite. */
  #shared(): string {
    const ids = ['bkq', ...packOf(false).map((card) => `i${card}`)]
    return `<svg class="sr" aria-hidden="true"><defs>${this.#parts(ids)}</defs></svg>`
  }

  /** The parts of the sprite with these ids, and all that they use. */
  #parts(ids: readonly string[]): string {
    const sprite = this.#sprite as Document
    const seen = new Set<string>()
    const collect = (name: string): string => {
      if (seen.has(name)) return ''
      seen.add(name)
      const part = sprite.getElementById(name)?.outerHTML ?? ''
      return part + [...part.matchAll(/#([\w-]+)["')]/g)].map((match) => collect(match[1])).join('')
    }
    return opened(ids.map(collect).join(''))
  }
}

export const deck = new Deck()
