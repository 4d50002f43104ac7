import { describe, expect, it } from 'vitest'
import { bidding, CARDS, legalBids, openingBids } from '../src/gallery/samples'
import type { Action } from '../src/protocol'
import { tipFor } from '../src/table/tips'

const said = (bids: ReturnType<typeof legalBids>) =>
  bids.map((bid) => ({ act: 'bid', ...bid }) as Action)
const first = { ...bidding(4), times: 1 as const, deal: { number: 1, of: 10, cards: CARDS[4] } }
const opening = { ...first, contract: null }
const tip = (table: typeof first | typeof opening, legal: readonly Action[]) =>
  tipFor({ table, legal, window: null })

describe('whoever is new is told', () => {
  const locked = said(legalBids(4))
  const free = [...locked, { act: 'bid', tricks: 4, trump: 'H', pack: null } as Action]

  it('how to open, and how to follow or outbid', () => {
    expect(tip(opening, said(openingBids(4)))).toBe('ui.tip.open')
    expect(tip(first, free)).toBe('ui.tip.bid')
  })

  it('not to despair of the number that the last to speak may not say (A6)', () => {
    expect(tip(first, locked)).toBe('ui.tip.last')
  })

  it('that a double is free while somebody else thinks', () => {
    expect(tip(first, [{ act: 'double' }])).toBe('ui.tip.wait')
    expect(tip(first, [])).toBeNull()
  })

  it('nothing after two deals, in a rush, or where the trump is fixed', () => {
    expect(tip({ ...first, deal: { ...first.deal, number: 3 } }, free)).toBeNull()
    expect(tipFor({ table: first, legal: free, window: { left: 1, of: 2 } })).toBeNull()
    expect(tipFor({ table: { ...first, times: 2 }, legal: free, window: null })).toBeNull()
  })
})
