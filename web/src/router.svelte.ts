/** Where we are, by the path of the address, with the browser's history. */

export type Route =
  | { at: 'home' }
  | { at: 'new'; isPublic: boolean }
  | { at: 'table'; code: string }
  | { at: 'game'; id: string; step: number | null }
  | { at: 'rules' }
  | { at: 'train' }
  | { at: 'drill'; mode: 'due' | 'test' | 'rush' | 'streak'; kind: string }
  | { at: 'me' }
  | { at: 'games' }
  | { at: 'verify'; id: string | null }
  | { at: 'settings' }
  | { at: 'lost' }

/**
 * `/`, `/t/new`, `/t/new?public`, `/t/CODE`, `/g/ID`, `/g/ID#12` (a position), `/learn`,
 * `/learn/train`, `/learn/train/due`, `/learn/train/test?kind=duty`, `/rules`, `/rules#P4`, `/me`,
 * `/games`, `/settings`, `/verify`, `/verify?game=ID`. The server knows them too: pages.py.
 */
export function parse(path: string, hash = '', search = ''): Route {
  const [first = '', second = '', ...more] = path.replace(/^\/+|\/+$/g, '').split('/')
  if (first === 'learn' && second === 'train') return training(more, search)
  if (more.length) return { at: 'lost' }
  if (first === '') return { at: 'home' }
  if (first === 't' && second === 'new')
    return { at: 'new', isPublic: new URLSearchParams(search).has('public') }
  if (first === 't' && second)
    return { at: 'table', code: decodeURIComponent(second).toUpperCase() }
  if (first === 'g' && second)
    return { at: 'game', id: decodeURIComponent(second), step: stepOf(hash) }
  if (second) return { at: 'lost' }
  if (first === 'verify')
    return { at: 'verify', id: hash.slice(1) || new URLSearchParams(search).get('game') }
  if (first === 'learn' || first === 'rules') return { at: 'rules' }
  if (first === 'me' || first === 'settings' || first === 'games') return { at: first }
  return { at: 'lost' }
}

function training([mode, ...more]: string[], search: string): Route {
  if (!mode) return { at: 'train' }
  const known = mode === 'due' || mode === 'test' || mode === 'rush' || mode === 'streak'
  if (!known || more.length) return { at: 'lost' }
  return { at: 'drill', mode, kind: new URLSearchParams(search).get('kind') ?? 'all' }
}

function stepOf(hash: string): number | null {
  const step = hash.replace('#', '')
  return /^\d+$/.test(step) ? Number(step) : null
}

class Router {
  route = $state.raw<Route>(parse(location.pathname, location.hash, location.search))

  constructor() {
    addEventListener('popstate', () => this.#read())
  }

  go(path: string): void {
    history.pushState(null, '', path)
    this.#read()
    scrollTo(0, 0)
  }

  /** Change the address without a new entry in the history: stepping through a replay. */
  swap(path: string): void {
    history.replaceState(null, '', path)
  }

  #read(): void {
    this.route = parse(location.pathname, location.hash, location.search)
  }
}

export const router = new Router()

/** Follow a link inside the client; leave new tabs and modified clicks to the browser. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  const plain =
    !event.defaultPrevented &&
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey
  if (
    !link ||
    !plain ||
    link.target ||
    link.origin !== location.origin ||
    link.hasAttribute('download')
  )
    return
  event.preventDefault()
  router.go(link.pathname + link.search + link.hash)
}
