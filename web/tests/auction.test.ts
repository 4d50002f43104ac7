import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ARMED_MS, HOLD_MS, Hold } from '../src/auction/hold.svelte'
import { forbidden, trumpOptions, whyNot } from '../src/auction/options'
import { bidding, CARDS, legalBids, openingBids } from '../src/gallery/samples'

describe('the sheet, from the bids that the server lists', () => {
  const legal = legalBids(4)
  const standing = bidding(4).contract
  const cards = CARDS[4]

  it('shows the least number for each trump', () => {
    expect(trumpOptions(legal, standing).map((option) => option.least)).toEqual([2, 2, 0, 3, 3, 3])
    expect(trumpOptions(openingBids(4), null).map((option) => option.least)).toEqual([
      0, 0, 0, 0, 0, 0,
    ])
  })

  it('finds the forbidden number', () => {
    expect(forbidden(legal, standing, cards)).toBe(4)
    expect(forbidden(openingBids(4), null, cards)).toBeNull()
  })

  it('says why not', () => {
    const why = (tricks: number, trump: 'H' | 'S' | 'C', doubled = false) =>
      whyNot(
        doubled ? legal.filter((bid) => bid.trump === 'H') : legal,
        standing,
        doubled,
        cards,
        tricks,
        trump,
      )
    expect(why(3, 'H')).toBeNull()
    expect(why(4, 'H')).toMatchObject({ code: 'forbidden-sum', number: 4, total: 9 })
    expect(why(2, 'C')).toMatchObject({ code: 'call-too-weak', number: 3 })
    expect(why(5, 'S', true)).toMatchObject({ code: 'trump-frozen', trump: 'H' })
  })
})

describe('the double', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('takes a press of a third of a second', () => {
    const done = vi.fn()
    const hold = new Hold(done)
    hold.press()
    vi.advanceTimersByTime(HOLD_MS - 1)
    expect(done).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    hold.release()
    expect(done).toHaveBeenCalledOnce()
  })

  it('or a second tap, but a slip costs nothing', () => {
    const done = vi.fn()
    const hold = new Hold(done)
    hold.press()
    hold.release()
    expect(hold.state).toBe('armed')
    vi.advanceTimersByTime(ARMED_MS)
    expect([hold.state, done.mock.calls.length]).toEqual(['rest', 0])
    hold.press()
    hold.release()
    hold.press()
    hold.release()
    expect(done).toHaveBeenCalledOnce()
  })
})
