// The shell of the client, kept for when there is no line: the page and its files, nothing of a
// game. The build fills in which files there are, and a name that changes with any of them.
const SHELL = '__SHELL__'
const FILES = __FILES__

// A few at a time: the server takes only so many requests at once from one address.
async function fill() {
  const cache = await caches.open(SHELL)
  for (let i = 0; i < FILES.length; i += 4) await cache.addAll(FILES.slice(i, i + 4))
}

async function tidy() {
  for (const name of await caches.keys()) if (name !== SHELL) await caches.delete(name)
  await clients.claim()
}

/** Pages come from the server while there is one, files that never change from the cache. */
async function answer(request) {
  const kept = () => caches.match(request.mode === 'navigate' ? '/' : request)
  if (request.mode !== 'navigate') return (await kept()) ?? fetch(request)
  return fetch(request).catch(async () => (await kept()) ?? Response.error())
}

addEventListener('install', (event) => event.waitUntil(fill()))
addEventListener('activate', (event) => event.waitUntil(tidy()))
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  const ours = origin === location.origin && request.method === 'GET'
  if (ours && (request.mode === 'navigate' || FILES.includes(pathname)))
    if (!pathname.startsWith('/api/')) event.respondWith(answer(request))
})
