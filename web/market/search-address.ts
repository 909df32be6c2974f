import { itemOrders } from '#contract/market/items.ts'
import { itemCategories, itemConditions } from '#contract/market/market.ts'
import { typedNumber } from './texts.ts'

export interface MarketSearch {
  text: string
  category: (typeof itemCategories)[number] | undefined
  condition: (typeof itemConditions)[number] | undefined
  minPoints: number | undefined
  maxPoints: number | undefined
  onlyOnSale: boolean
  order: (typeof itemOrders)[number]
}

const oneOf = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((each) => each === value)

const pointsIn = (value: string | null): number | undefined =>
  value === null || value === '' ? undefined : typedNumber(value)

/** The search as it stands in the address; what makes no sense there is left out. */
export const readMarketSearch = (params: URLSearchParams): MarketSearch => ({
  text: params.get('q') ?? '',
  category: oneOf(itemCategories, params.get('category')),
  condition: oneOf(itemConditions, params.get('condition')),
  minPoints: pointsIn(params.get('min')),
  maxPoints: pointsIn(params.get('max')),
  onlyOnSale: params.get('sold') !== '1',
  order: oneOf(itemOrders, params.get('order')) ?? 'new',
})

/** Only what differs from the usual search. */
export const writeMarketSearch = (search: MarketSearch): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      q: search.text,
      category: search.category ?? '',
      condition: search.condition ?? '',
      min: search.minPoints === undefined ? '' : String(search.minPoints),
      max: search.maxPoints === undefined ? '' : String(search.maxPoints),
      sold: search.onlyOnSale ? '' : '1',
      order: search.order === 'new' ? '' : search.order,
    }).filter(([, value]) => value !== ''),
  )

/** How many conditions are set besides text and category. */
export const filterCount = ({ condition, minPoints, maxPoints, onlyOnSale, order }: MarketSearch): number =>
  [
    condition !== undefined,
    minPoints !== undefined || maxPoints !== undefined,
    !onlyOnSale,
    order !== 'new',
  ].filter(Boolean).length
