import { rateHighest, rateLowest } from '#contract/people/rates.ts'
import {
  type SearchFilters,
  searchAgeMax,
  searchAgeMin,
  searchSorts,
  searchTagsMax,
  searchTextMax,
} from '#contract/people/search.ts'
import { regions } from '#domain/people/regions.ts'

export const noFilters: SearchFilters = {
  text: '',
  states: [],
  regions: [],
  tags: [],
  isNew: false,
  sort: 'recommended',
}

const states = ['standby', 'inCall', 'live'] as const
const kinds = ['video', 'voice'] as const
const tagMax = 40

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text)

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

/** Digits of any width; undefined for anything but a number. */
const numberOf = (text: string | undefined): number | undefined => {
  const digits = text?.normalize('NFKC').trim() ?? ''
  return /^\d{1,4}$/.test(digits) ? Number(digits) : undefined
}

const readAges = (text: string | null): Pick<SearchFilters, 'ageFrom' | 'ageTo'> => {
  const [from, to] = (text ?? '')
    .split('-')
    .map(numberOf)
    .map((age) => (age === undefined ? undefined : Math.min(Math.max(age, searchAgeMin), searchAgeMax)))
  const [ageFrom, ageTo] = from !== undefined && to !== undefined && from > to ? [to, from] : [from, to]
  return { ...(ageFrom === undefined ? {} : { ageFrom }), ...(ageTo === undefined ? {} : { ageTo }) }
}

/** As much of a text as is searched for, without the spaces around it. */
export const textOf = (typed: string): string => [...typed.trim()].slice(0, searchTextMax).join('').trim()

/** The search of an address. Unreadable parts are ignored: a truncated link still finds people. */
export const readSearch = (params: URLSearchParams): SearchFilters => {
  const kind = oneOf(kinds, params.get('kind'))
  const price = numberOf(params.get('price') ?? undefined)
  const rating = numberOf(params.get('rating') ?? undefined)
  return {
    text: textOf((params.get('q') ?? '').replaceAll('\0', '')),
    states: unique((params.get('state') ?? '').split(',')).flatMap((state) => oneOf(states, state) ?? []),
    ...(kind ? { kind } : {}),
    ...(price === undefined ? {} : { priceTo: Math.min(Math.max(price, rateLowest), rateHighest) }),
    ...readAges(params.get('age')),
    regions: unique(params.getAll('region')).filter((region) => regions.includes(region)),
    tags: unique(params.getAll('tag').map((tag) => tag.trim()))
      .filter((tag) => tag !== '' && tag.length <= tagMax && !tag.includes('\0'))
      .slice(0, searchTagsMax),
    ...(rating !== undefined && rating >= 1 && rating <= 5 ? { ratingFrom: rating } : {}),
    isNew: params.get('new') === '1',
    sort: oneOf(searchSorts, params.get('sort')) ?? noFilters.sort,
  }
}

/** The address of a search: empty filters are left out. */
export const writeSearch = (filters: SearchFilters): URLSearchParams => {
  const params = new URLSearchParams()
  if (filters.text !== '') params.set('q', filters.text)
  if (filters.states.length > 0) params.set('state', filters.states.join(','))
  if (filters.kind) params.set('kind', filters.kind)
  if (filters.priceTo !== undefined) params.set('price', String(filters.priceTo))
  if (filters.ageFrom !== undefined || filters.ageTo !== undefined)
    params.set('age', `${filters.ageFrom ?? ''}-${filters.ageTo ?? ''}`)
  for (const region of filters.regions) params.append('region', region)
  for (const tag of filters.tags) params.append('tag', tag)
  if (filters.ratingFrom !== undefined) params.set('rating', String(filters.ratingFrom))
  if (filters.isNew) params.set('new', '1')
  if (filters.sort !== noFilters.sort) params.set('sort', filters.sort)
  return params
}
