import { describe, expect, it } from 'vitest'
import older from '../../tests/data/records/bound-to-code.json'
import { readRecord, verify } from '../src/client/verify'
import proven from './data/proven.json'

// Made with the server's own functions (batarde.table.fairness), so that both sides must agree.
type Proven = typeof proven
const faults = (change: (record: Proven) => void = () => {}) => {
  const record = structuredClone(proven)
  change(record)
  const read = readRecord(JSON.stringify(record))
  return read && verify(read).map((verdict) => verdict.fault)
}

describe('a proven record', () => {
  it('holds, and says who gave what', () => {
    expect(faults()).toEqual([null, null])
    const [first, second] = verify(proven)
    expect([first.given, first.unopened, first.without]).toEqual([[0, 2], [], [1]])
    expect([second.given, second.unopened, second.without]).toEqual([[0], [2], [1]])
  })

  it('holds too if its hashes name the code of the table, as they once did', () => {
    const read = readRecord(JSON.stringify(older))
    expect(read && new Set(verify(read).map((verdict) => verdict.fault))).toEqual(new Set([null]))
  })

  it('belongs to its game if no table is named', () => {
    const name = proven.table
    const bound = (id: string) =>
      faults((record) => Object.assign(record, { table: undefined, id }))
    expect(bound(name)).toEqual([null, null])
    expect(bound('another')).toEqual(['other', 'other'])
  })

  it.each<[string, (record: Proven) => void, string]>([
    [
      'two cards swapped',
      ({ deals: [{ hands }] }) => ([hands[0][0], hands[1][0]] = [hands[1][0], hands[0][0]]),
      'cards',
    ],
    ['another dealer', ({ deals }) => (deals[0].dealer = 0), 'cards'],
    ['another secret', ({ proof }) => (proof[0].secret = proof[1].secret), 'secret'],
    ['another commitment', ({ proof }) => (proof[0].commitment = proof[1].commitment), 'secret'],
    ['another share', ({ proof: [{ shares }] }) => (shares[0].value = shares[1].value), 'share'],
    ['a share left out', ({ proof }) => proof[0].shares.pop(), 'cards'],
    ['a share closed again', ({ proof: [{ shares }] }) => (shares[0].value = ''), 'cards'],
    ['a seat twice', ({ proof: [{ shares }] }) => (shares[1].seat = 0), 'malformed'],
    ['a secret too short', ({ proof }) => (proof[0].secret = 'ab'), 'malformed'],
    ['the proof of another deal', ({ proof }) => proof.reverse(), 'other'],
    ['another table', (record) => (record.table = 'OTHER'), 'other'],
    ['no proof', ({ proof }) => proof.splice(0, 2), 'missing'],
  ])('finds %s', (_, change, fault) => {
    expect(faults(change)?.[0]).toBe(fault)
  })

  it('does not mind the order in a hand, nor a deal that is still running', () => {
    expect(faults(({ deals }) => deals[0].hands[0].reverse())).toEqual([null, null])
    const running = (record: Proven) => {
      record.proof.pop()
      delete (record.deals[1] as Partial<Proven['deals'][number]>).points
    }
    expect(faults(running)).toEqual([null])
  })

  it('reads nothing else', () => {
    for (const text of [
      '',
      '{}',
      '[]',
      'null',
      '{"players":[],"deals":[]}',
      '{"players":["a"],"deals":[{}]}',
    ])
      expect(readRecord(text)).toBeNull()
  })
})
