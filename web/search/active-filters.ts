import type { SearchFilters, SearchSort } from '#contract/people/search.ts'
import { pointsPerMinute } from '#web/text/format.ts'
import { callKindText, presenceText } from '#web/text/states.ts'
import { noFilters } from './search-address.ts'

export const sortText = {
  recommended: 'おすすめ順',
  rating: '評価が高い順',
  newest: '新しい順',
  priceLow: '料金が安い順',
  reviews: 'レビューが多い順',
} as const satisfies Record<SearchSort, string>

export interface ActiveFilter {
  /** The same for the same filter, whatever its value. */
  key: string
  label: string
  /** The search without it. */
  without: SearchFilters
}

export const ageText = ({ ageFrom, ageTo }: Pick<SearchFilters, 'ageFrom' | 'ageTo'>): string => {
  if (ageFrom === undefined) return `${ageTo}歳まで`
  if (ageTo === undefined) return `${ageFrom}歳から`
  return ageFrom === ageTo ? `${ageFrom}歳` : `${ageFrom}〜${ageTo}歳`
}

export const priceText = (priceTo: number): string => `${pointsPerMinute(priceTo)}まで`

export const ratingText = (score: number): string => (score === 5 ? '評価5' : `評価${score}以上`)

/** All filters of a search except its text; each can be removed alone. */
export const activeFilters = (filters: SearchFilters): ActiveFilter[] => {
  const active: ActiveFilter[] = filters.states.map((state) => ({
    key: `state:${state}`,
    label: presenceText[state],
    without: { ...filters, states: filters.states.filter((other) => other !== state) },
  }))
  const { kind, priceTo, ageFrom, ageTo, ratingFrom } = filters
  if (kind) active.push({ key: 'kind', label: callKindText[kind], without: withKind(filters, undefined) })
  if (priceTo !== undefined)
    active.push({
      key: 'price',
      label: priceText(priceTo),
      without: withNumber(filters, 'priceTo', undefined),
    })
  if (filters.isNew) active.push({ key: 'new', label: '新しい人', without: { ...filters, isNew: false } })
  if (ageFrom !== undefined || ageTo !== undefined)
    active.push({
      key: 'age',
      label: ageText(filters),
      without: withNumber(withNumber(filters, 'ageFrom', undefined), 'ageTo', undefined),
    })
  if (ratingFrom !== undefined)
    active.push({
      key: 'rating',
      label: ratingText(ratingFrom),
      without: withNumber(filters, 'ratingFrom', undefined),
    })
  for (const region of filters.regions)
    active.push({
      key: `region:${region}`,
      label: region,
      without: { ...filters, regions: filters.regions.filter((other) => other !== region) },
    })
  for (const tag of filters.tags)
    active.push({
      key: `tag:${tag}`,
      label: `#${tag}`,
      without: { ...filters, tags: filters.tags.filter((other) => other !== tag) },
    })
  return active
}

/** The search without any filter; its text and its order stay. */
export const withoutFilters = ({ text, sort }: SearchFilters): SearchFilters => ({ ...noFilters, text, sort })

/** Adds a missing value, removes a present one. */
export const toggled = <Value>(values: readonly Value[], value: Value): Value[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value]

/** The other kind, or none: a search has one kind of call at most. */
export const withKind = (filters: SearchFilters, kind: SearchFilters['kind']): SearchFilters => {
  const { kind: before, ...rest } = filters
  return kind === undefined || kind === before ? rest : { ...rest, kind }
}

/** Sets or removes one bound, the highest price or the least rating. */
export const withNumber = (
  filters: SearchFilters,
  name: 'priceTo' | 'ageFrom' | 'ageTo' | 'ratingFrom',
  value: number | undefined,
): SearchFilters => {
  const { [name]: _before, ...rest } = filters
  return value === undefined ? rest : { ...rest, [name]: value }
}
