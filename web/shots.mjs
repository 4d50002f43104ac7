// Pictures of the gallery's scenes: `make shots`, or only some: `make shots ARGS='7-phone|home'`;
// `make shots ARGS=plate` for those of the README.
import { mkdir, rm } from 'node:fs/promises'
import { openGallery } from './gallery.mjs'

const SIZES = {
  phone: [390, 844],
  small: [320, 640],
  side: [844, 390],
  tablet: [820, 1180],
  desktop: [1280, 800],
  wide: [2560, 1440],
  huge: [3840, 2160],
}
const shots = []
const add = (scene, players, size, more = '') => {
  const shot = { scene, players, size, more }
  shots.push(shot)
  return shot
}
for (const size of ['phone', 'small', 'tablet', 'desktop'])
  for (const players of [3, 4, 7]) for (const scene of ['play', 'bid']) add(scene, players, size)
for (const players of [4, 7])
  for (const scene of ['play', 'bid']) {
    add(scene, players, 'phone', 'theme=dark')
    add(scene, players, 'desktop', 'theme=dark&mat=blue')
    add(scene, players, 'side')
  }
for (const players of [5, 6])
  for (const scene of ['play', 'bid', 'lead']) add(scene, players, 'phone', 'mat=blue')
for (const scene of ['lens', 'cards']) {
  for (const size of ['phone', 'small', 'side', 'tablet', 'desktop']) add(scene, 4, size)
  for (const lang of ['de', 'fr']) add(scene, 4, 'phone', `lang=${lang}&theme=dark`)
}
add('lens', 5, 'phone')
add('lens', 5, 'desktop', 'theme=dark')
const STATES = ['wait', 'ready', 'open', 'window', 'redouble', 'lead']
const PEOPLE = ['watch', 'watchbid', 'promised', 'replaced', 'spoken']
for (const scene of [...STATES, ...PEOPLE]) {
  add(scene, 4, 'phone')
  add(scene, 7, 'phone')
  add(scene, 4, 'desktop')
}
for (const scene of [
  'home',
  'new',
  'waiting',
  'end',
  'replay',
  'settings',
  'talk',
  'rules',
  'components',
]) {
  add(scene, 4, 'phone')
  add(scene, 4, 'desktop', 'theme=dark')
}
for (const lang of ['de', 'it', 'es', 'en']) {
  add('bid', 7, 'small', `lang=${lang}`)
  add('home', 4, 'small', `lang=${lang}`)
  add('play', 4, 'phone', `lang=${lang}&theme=dark`)
}
for (const kind of ['order', 'winner', 'duty', 'must', 'last', 'louder', 'score', 'count']) {
  add('drill', 4, 'phone', `kind=${kind}`)
  add('drill', 4, 'desktop', `kind=${kind}&theme=dark&lang=de`)
}
add('train', 4, 'phone')
add('train', 4, 'desktop', 'theme=dark&lang=de')
add('end', 7, 'phone', 'theme=dark')
add('end', 4, 'phone', 'lang=de')
add('end', 4, 'small', 'lang=it&theme=dark')
add('replay', 7, 'phone')
add('deck', 4, 'desktop')
for (const scene of ['play', 'bid', 'home', 'end', 'new', 'verify']) {
  add(scene, 4, 'huge')
  add(scene, 7, 'wide', 'theme=dark')
}
add('verify', 4, 'phone')
// The pictures of the README lie in docs: sharp, and small enough for every clone.
const plate = (name, ...shot) => {
  add(...shot).plate = `../docs/pictures/${name}.jpg`
}
plate('phone', 'play', 4, 'phone', 'lang=en')
plate('bid', 'bid', 4, 'phone', 'lang=fr&theme=dark')
plate('desktop', 'play', 5, 'desktop', 'lang=en&mat=blue')
for (const scene of ['foul', 'witnessed', 'unfit']) {
  add(scene, 4, 'phone')
  add(scene, 4, 'phone', 'theme=dark&lang=de')
  add(scene, 4, 'desktop')
}
add('foul', 7, 'small', 'lang=it')
add('foul', 4, 'side')
for (const scene of ['people', 'waiting'])
  for (const more of ['', 'guest', 'lang=de&theme=dark', 'lang=it&guest'])
    add(scene, 4, 'phone', more)
for (const scene of PEOPLE)
  for (const lang of ['de', 'it']) {
    add(scene, 4, 'small', `lang=${lang}`)
    add(scene, 7, 'desktop', `lang=${lang}&theme=dark`)
    add(scene, 4, 'side', `lang=${lang}`)
  }

const nameOf = (shot) =>
  [
    ...(shot.plate ? ['plate'] : []),
    shot.scene,
    shot.players,
    shot.size,
    ...shot.more
      .split(/[&=]/)
      .filter((word) => word && !['theme', 'mat', 'lang', 'kind'].includes(word)),
  ].join('-')
const wanted = shots.filter((shot) => new RegExp(process.argv[2] ?? '').test(nameOf(shot)))
if (!process.argv[2]) await rm('shots', { recursive: true, force: true })
await mkdir('shots', { recursive: true })
const { url, browser, close } = await openGallery()
const faults = []
async function take(shot) {
  const [width, height] = SIZES[shot.size]
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: shot.plate && shot.size === 'phone' ? 1.5 : 1,
    reducedMotion: 'reduce',
  })
  page.on('pageerror', (error) => faults.push(`${nameOf(shot)}: ${error.message}`))
  await page.goto(`${url}?scene=${shot.scene}&players=${shot.players}&${shot.more}`)
  await page.waitForSelector('body[data-ready]', { state: 'attached' })
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(400)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wide > 0) faults.push(`${nameOf(shot)}: scrolls sideways by ${wide} px`)
  await page.screenshot(
    shot.plate ? { path: shot.plate, quality: 72 } : { path: `shots/${nameOf(shot)}.png` },
  )
  await page.close()
}
const queue = [...wanted]
await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (let shot = queue.shift(); shot; shot = queue.shift()) await take(shot)
  }),
)
await close()
console.log(`${wanted.length} pictures in web/shots`)
for (const fault of faults) console.log(fault)
process.exit(faults.length ? 1 : 0)
