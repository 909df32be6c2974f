import { memberIdShape } from '#contract/core/member-id.ts'
import {
  type GalleryKind,
  type GalleryList,
  type GalleryPeriod,
  galleryKinds,
  galleryLists,
  galleryPeriods,
} from '#contract/gallery/gallery.ts'

/** What ギャラリー shows: a list, or the ranking of a period. */
export interface GalleryView {
  list: GalleryList | 'ranking'
  period: GalleryPeriod
  /** Null: pictures and videos; a ranking then has pictures. */
  kind: GalleryKind | null
  tag: string | null
  /** At most so many points; null for any price. */
  priceTo: number | null
  /** A broadcaster's id. */
  by: string | null
}

const tagMax = 40
/** Prices up to which the list may be narrowed. */
export const priceSteps = [100, 200, 300, 500] as const

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text)

/** Unreadable parts are ignored: a truncated link still shows pictures. */
export const readGalleryView = (params: URLSearchParams): GalleryView => {
  const tag = (params.get('tag') ?? '').replaceAll('\0', '').trim()
  const by = params.get('by') ?? ''
  return {
    list: oneOf([...galleryLists, 'ranking'], params.get('list')) ?? 'newest',
    period: oneOf(galleryPeriods, params.get('period')) ?? 'week',
    kind: oneOf(galleryKinds, params.get('kind')) ?? null,
    tag: tag !== '' && tag.length <= tagMax ? tag : null,
    priceTo: priceSteps.find((step) => String(step) === params.get('price')) ?? null,
    by: memberIdShape.test(by) ? by : null,
  }
}

/** Values that are usual are left out. */
export const writeGalleryView = ({ list, period, kind, tag, priceTo, by }: GalleryView): URLSearchParams => {
  const params = new URLSearchParams()
  if (list !== 'newest') params.set('list', list)
  if (list === 'ranking' && period !== 'week') params.set('period', period)
  if (kind) params.set('kind', kind)
  if (tag) params.set('tag', tag)
  if (priceTo !== null) params.set('price', String(priceTo))
  if (by) params.set('by', by)
  return params
}
