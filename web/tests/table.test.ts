import { render, screen } from '@testing-library/svelte'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import AuctionSheet from '../src/auction/AuctionSheet.svelte'
import CardTable from '../src/cardtable/CardTable.svelte'
import { bidding, CARDS, inPlay, legalBids } from '../src/gallery/samples'
import { speech } from '../src/speech.svelte'
import { faces } from '../src/table/Faces.svelte'
import { voice } from '../src/table/voice'

beforeAll(() => speech.use('en', '2023'))

const given = { voice, faces }

describe('the table', () => {
  it('names every card of the hand, and says why one may not be played', () => {
    render(CardTable, { given, table: inPlay(4, 7), on: { play: () => true } })
    expect(screen.getByRole('button', { name: 'King of hearts' })).toBeTruthy()
    expect(
      screen.getByRole('button', { name: /^Knight of diamonds\. / }).getAttribute('aria-disabled'),
    ).toBe('true')
  })

  it('plays a playable card at once and never another', async () => {
    const play = vi.fn(() => true)
    const refuse = vi.fn()
    render(CardTable, { given, table: inPlay(4, 7), on: { play, refuse } })
    screen.getByRole('button', { name: /^Knight of diamonds/ }).click()
    expect([play.mock.calls.length, refuse.mock.calls]).toEqual([0, [['CD']]])
    screen.getByRole('button', { name: 'King of hearts' }).click()
    expect(play.mock.calls).toEqual([['RH']])
  })

  it('shows a card that is on its way in the trick, and gives it back when it is not', async () => {
    const at = { given, table: inPlay(4, 7), on: { play: () => true } }
    const own = () => screen.queryByRole('button', { name: 'King of hearts' })
    const { rerender } = render(CardTable, at)
    await rerender({ ...at, pending: 'RH' })
    await vi.waitFor(() => expect(own()).toBeNull())
    expect(screen.getByText('Claire: King of hearts')).toBeTruthy()
    await rerender({ ...at, pending: null })
    await vi.waitFor(() => expect(own()).toBeTruthy())
    expect(screen.queryByText('Claire: King of hearts')).toBeNull()
  })

  it('keeps a card that cannot be sent', async () => {
    render(CardTable, { given, table: inPlay(4, 7), on: { play: () => false } })
    const card = screen.getByRole('button', { name: 'King of hearts' })
    card.click()
    await Promise.resolve()
    expect(screen.getByRole('button', { name: 'King of hearts' }).style.translate).toBe('')
  })

  it('can be walked with one stop for the tab key', () => {
    render(CardTable, { given, table: inPlay(4, 7), on: { play: () => true } })
    const cards = screen.getByRole('list', { name: 'Your hand' }).querySelectorAll('button')
    expect([...cards].filter((card) => card.tabIndex === 0)).toHaveLength(1)
  })

  it.each([3, 4, 5, 6, 7])('seats %i players', (players) => {
    render(CardTable, { given, table: inPlay(players), on: { play: () => true } })
    expect(screen.getAllByRole('group')).toHaveLength(players)
  })
})

describe('the auction sheet', () => {
  it('sends only what is legal', async () => {
    const onbid = vi.fn()
    render(AuctionSheet, {
      legal: legalBids(4),
      cards: CARDS[4],
      standing: bidding(4).contract,
      onbid,
    })
    const button = screen.getByRole('button') as HTMLButtonElement
    expect(button.disabled).toBe(true)
    const numbers = screen.getAllByRole('radio').slice(6)
    numbers[4].click()
    await Promise.resolve()
    expect(button.disabled).toBe(true)
    numbers[3].click()
    await vi.waitFor(() => expect(button.disabled).toBe(false))
    button.click()
    expect(onbid).toHaveBeenCalledWith({ tricks: 3, trump: 'H', pack: null })
  })
})
