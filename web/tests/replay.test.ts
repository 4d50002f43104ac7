import { describe, expect, it } from 'vitest'
import { type GameRecord, positions } from '../src/replay/positions'
import { load } from '../src/words'

const RECORD: GameRecord = {
  players: ['Ana', 'Bo', 'Chi'],
  deals: [
    {
      cards: 2,
      dealer: 0,
      hands: [
        ['NS', 'CC'],
        ['CD', 'VC'],
        ['NC', 'JC'],
      ],
      calls: [
        { seat: 1, tricks: 1, trump: 'C', pack: null },
        { seat: 2, tricks: 1, trump: 'S', pack: null },
        { seat: 0, double: true },
        { seat: 0, tricks: 0, trump: 'S', pack: null },
        { seat: 1, tricks: 0, trump: 'S', pack: null },
      ],
      plays: [
        { seat: 1, card: 'CD' },
        { seat: 2, card: 'NC' },
        { seat: 0, card: 'NS' },
        { seat: 0, card: 'CC' },
        { seat: 1, card: 'VC' },
        { seat: 2, card: 'JC' },
      ],
      tricks: [2, 0, 0],
      points: [4, 0, 2],
    },
  ],
}

describe('a record', async () => {
  const found = positions(RECORD, await load('en', '2023'))

  it('calls whoever has no name a guest, and tells all apart', async () => {
    const players = ['#', 'Gast', 'Ana']
    const [first, second] = positions({ ...RECORD, players }, await load('fr', '2023'))
    expect(first.table.seats.map(({ name }) => name)).toEqual(['Anonyme', 'Anonyme 2', 'Ana'])
    expect(second.text).toContain('Anonyme 2')
  })

  it('has a position for the deal, each call and each card', () => {
    expect(found).toHaveLength(1 + 5 + 6)
    expect(found[0].hands[0]).toEqual(['NS', 'CC'])
    expect(found.at(-1)?.hands.flat()).toEqual([])
  })

  it('erases the bids under an older trump', () => {
    const { seats, contract, times } = found[3].table
    expect(seats[1].bubble).toMatchObject({ tricks: 1, erased: true })
    expect([contract?.trump, contract?.by, times]).toEqual(['S', 2, 2])
  })

  it('gives each trick to its winner, the last one too', () => {
    expect(found[8].table.trick.winner).toBe(0)
    expect(found.at(-1)?.table.trick.winner).toBe(0)
    expect(found.at(-1)?.table.seats.map((seat) => seat.tricks)).toEqual([2, 0, 0])
  })

  it('is told in words', () => {
    expect(found[1].text).toBe('Bo announces 1 club.')
    expect(found[6].text).toBe('Bo plays the Knight of diamonds.')
  })

  it('says what the eye sees: the bids that fall, and who wins the trick', () => {
    expect(found[2].text).toBe('Chi announces 1 spade. The earlier bids are erased.')
    expect(found[8].text).toBe(
      'Ana plays the Dog of spades. Ana wins the trick with the Dog of spades.',
    )
    expect(found.at(-1)?.text).toBe(
      'Chi plays the Juggler of clubs. Ana wins the trick with the Knight of clubs.',
    )
  })
})
