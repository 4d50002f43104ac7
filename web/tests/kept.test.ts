import { hexToBytes } from '@noble/hashes/utils.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { KeptSightings } from '../src/client/kept'
import { commitShare } from '../src/client/shares'
import { sighting } from '../src/client/sightings'

const DAY = 24 * 3600 * 1000
const seal = 'a'.repeat(64)
let now: number
const open = (storage: Storage | null = localStorage, window?: string) =>
  new KeptSightings(storage, () => now, window)
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('batarde.seen/'))

beforeEach(() => {
  localStorage.clear()
  now = 1_800_000_000_000
})

describe('what was seen', () => {
  it('is there after a reload, by game and deal', () => {
    const store = open()
    const seen = [11, 2, 0].map((deal) => sighting('game', deal, 4, seal))
    for (const one of seen) store.set(one)
    store.set(sighting('game-2', 0, 4, seal))
    expect(open().get('game', 2)).toEqual(seen[1])
    expect(open().ofGame('game')).toEqual(seen.reverse())
    expect(open().get('game', 3)).toBeNull()
    expect(open().ofGame('gam')).toEqual([])
  })

  it('goes when it is old', () => {
    open().set(sighting('old', 0, 4, seal))
    now += 60 * DAY
    open().set(sighting('new', 0, 4, seal))
    now += 40 * DAY
    expect([open().get('old', 0), open().get('new', 0)?.table]).toEqual([null, 'new'])
  })

  it('is so many deals at most, the newest, and leaves all else alone', () => {
    localStorage.setItem('batarde.settings', '{}')
    for (let deal = 0; deal < 300; deal++) {
      now += 1000
      open().set(sighting('long', deal, 7, seal))
    }
    expect(kept()).toHaveLength(240)
    expect(open().get('long', 299)).not.toBeNull()
    expect(open().get('long', 0)).toBeNull()
    expect(localStorage.getItem('batarde.settings')).toBe('{}')
  })

  it('is so many letters at most', () => {
    const held = [[...Array(30_000).keys()].map(String)]
    for (let deal = 0; deal < 20; deal++) {
      now += 1000
      open().set({ ...sighting('wide', deal, 3, seal), held })
    }
    open()
    const letters = kept().reduce((sum, key) => sum + (localStorage.getItem(key)?.length ?? 0), 0)
    expect(letters).toBeLessThan(1_000_000)
    expect(open().get('wide', 19)).not.toBeNull()
  })

  it('is dropped if it is of another form, and is nothing if it cannot be read', () => {
    localStorage.setItem('batarde.seen/strange/0/w', `0|${now}|{}`)
    localStorage.setItem('batarde.seen/broken/0/w', `1|${now}|{`)
    localStorage.setItem('batarde.seen/odd/0/w', 'nonsense')
    const store = open()
    expect([store.get('strange', 0), store.get('broken', 0), store.ofGame('broken')]).toEqual([
      null,
      null,
      [],
    ])
    expect(kept()).toEqual(['batarde.seen/broken/0/w'])
  })

  it('is what the best witness among the windows saw, whoever writes last', () => {
    const value = 'b'.repeat(64)
    const own = { seat: 0, value, is_sure: false }
    const commitment = commitShare('game', 0, 0, hexToBytes(value))
    const shares = [{ seat: 0, commitment, value: '' }]
    const good = { ...sighting('game', 0, 4, seal), own, shares }
    const other = { ...good, own: { ...own, value: seal } }
    const foul = { ...other, faults: [{ what: 'again' as const, seats: [] }] }
    const [one, two] = ['one', 'two'].map((name) => open(localStorage, name))
    one.set(good)
    two.set(other)
    expect([open().get('game', 0), open().ofGame('game')]).toEqual([good, [good]])
    two.set(foul)
    one.set(good)
    expect(open().get('game', 0)).toEqual(foul)
  })

  it('lives as long as the page where storage is forbidden or full', () => {
    const full = {
      length: 0,
      key: () => null,
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    } as unknown as Storage
    for (const storage of [null, full]) {
      const store = open(storage)
      store.set(sighting('game', 1, 4, seal))
      expect(store.get('game', 1)?.deal).toBe(1)
      expect(store.ofGame('game')).toHaveLength(1)
    }
  })
})
