import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { type ItemCategory, itemTextMax, itemTitleMax } from '#contract/market/market.ts'
import { regions } from '#domain/people/regions.ts'
import { foldSearchText } from '#domain/people/search-text.ts'
import { isLongerThan, isUnprintable, publicText } from '#domain/text/written.ts'

interface Written {
  title: string
  description: string
  prefecture: string
  points: number
  pictures: number
  isDraft: boolean
}

export interface ListingTexts {
  title: string
  description: string
  /** As a search compares them. */
  folded: string
}

/** A text as it is stored; null when it is too long or can't be shown. */
export const readText = (written: string, max: number): string | null => {
  const text = publicText(written)
  return isUnprintable(written) || isLongerThan(text, max) ? null : text
}

/**
 * The texts of a listing as they are stored. A draft may lack everything but its title. The order of the refusals:
 * marketTextWrong, regionUnknown, marketPriceWrong, marketPicturesWrong.
 */
export const readListing = (
  { title, description, prefecture, points, pictures, isDraft }: Written,
  bounds: { pointsMin: number; pointsMax: number },
):
  | ListingTexts
  | Refusal<'marketTextWrong' | 'regionUnknown' | 'marketPriceWrong' | 'marketPicturesWrong'> => {
  const texts = { title: readText(title, itemTitleMax), description: readText(description, itemTextMax) }
  const { title: name, description: about } = texts
  if (name === null || about === null || name === '' || (about === '' && !isDraft))
    return refuse('marketTextWrong')
  if (!regions.includes(prefecture)) return refuse('regionUnknown')
  if (points < bounds.pointsMin || points > bounds.pointsMax) return refuse('marketPriceWrong')
  if (pictures === 0 && !isDraft) return refuse('marketPicturesWrong')
  return { title: name, description: about, folded: foldSearchText(`${name}\n${about}`) }
}

export interface ForbiddenRule {
  /** Folded; null: the rule is about a category. */
  word: string | null
  category: ItemCategory | null
  reason: string
}

const gaps = /[\s\p{P}\p{S}\p{Cf}]/gu

/** A word as a rule stores it; empty when nothing of it is left. */
export const foldedRule = (word: string): string => foldSearchText(word).replaceAll(gaps, '')

/** Why an item may not be sold; null when it may. Signs between the letters of a word don't hide it. */
export const forbiddenReason = (
  rules: readonly ForbiddenRule[],
  { folded, category }: { folded: string; category: ItemCategory },
): string | null => {
  const letters = folded.replaceAll(gaps, '')
  return (
    rules.find((rule) => rule.category === category || (rule.word !== null && letters.includes(rule.word)))
      ?.reason ?? null
  )
}
