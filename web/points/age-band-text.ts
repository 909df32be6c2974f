import type { AgeBand } from '#contract/points/purchase.ts'
import type { AgeRange } from '#domain/points/age-bands.ts'
import { count } from '#web/text/format.ts'

/** 18〜19歳, 20歳以上 */
export const ageRangeText = ({ fromAge, toAge }: AgeRange): string => {
  if (toAge === null) return `${fromAge}歳以上`
  return toAge === fromAge ? `${fromAge}歳` : `${fromAge}〜${toAge}歳`
}

/** 30,000円, 上限なし */
export const bandLimitText = ({ monthlyYen }: Pick<AgeBand, 'monthlyYen'>): string =>
  monthlyYen === null ? '上限なし' : `${count(monthlyYen)}円`
