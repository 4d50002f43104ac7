/** The deck: one SVG sprite, put into the page once, so that cards take the page's theme. */
import url from '../cards/deck.svg?url'
import type { Card } from './cards'

let asked: Promise<void> | null = null

/** Fetch the sprite and put it into the page; called again it does nothing. */
export function loadDeck(): Promise<void> {
  asked ??= fetch(url)
    .then((answer) => answer.text())
    .then((svg) => document.body.insertAdjacentHTML('afterbegin', svg))
    .catch(() => {
      asked = null // tried again with the next screen
    })
  return asked
}

/** The sprite's id of a card. */
export const faceId = (card: Card) => `#${card.replace('_', 'm')}`
