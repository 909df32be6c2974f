import type { GalleryPeriod } from '#contract/gallery/gallery.ts'
import { japaneseDayStart } from '#domain/text/japanese-day.ts'

const dayMs = 86_400_000
const days = { day: 1, week: 7, month: 30 } as const satisfies Record<GalleryPeriod, number>

/** When a ranking's period began: at a Japanese midnight, and today is its last day. */
export const periodStart = (period: GalleryPeriod, now: number): number =>
  japaneseDayStart(now) - (days[period] - 1) * dayMs
