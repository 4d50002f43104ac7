import type { Bid } from '../auction/options'
import { forbidden } from '../auction/options'
import type { Game } from './game'

/** So many deals come with tips. */
const TAUGHT = 2

/** Which sentence helps whoever is new with the question of the moment; null where none does. */
export function tipFor({ table, legal, window }: Pick<Game, 'table' | 'legal' | 'window'>) {
  if (table.deal.number > TAUGHT) return null
  if (table.phase === 'ready') return 'ui.tip.ready'
  if (window || table.phase !== 'auction' || table.times > 1) return null
  const { contract, deal } = table
  const bids = legal.filter((action) => action.act === 'bid') as readonly Bid[]
  if (bids.length && !contract) return 'ui.tip.open'
  if (bids.length)
    return forbidden(bids, contract, deal.cards) === null ? 'ui.tip.bid' : 'ui.tip.last'
  return contract && legal.some((action) => action.act === 'double') ? 'ui.tip.wait' : null
}
