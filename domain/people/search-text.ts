import { searchTextMax } from '#contract/people/search.ts'
import { withoutStackedMarks } from '#domain/text/written.ts'

const hiraganaAfterKatakana = 0x60
/** ァ to ヶ and the repetition marks ヽ ヾ: those that have a hiragana. */
const katakana = /[\u30a1-\u30f6\u30fd\u30fe]/g

/** Some capital letters have lower-case forms of several characters; those stay, as in PostgreSQL. */
const lower = (text: string): string =>
  Array.from(text, (sign) => {
    const small = sign.toLowerCase()
    return [...small].length === 1 ? small : sign
  }).join('')

/**
 * Folds everything that a search treats as equal: width and form (NFKC), case, katakana and hiragana.
 * `search_fold` of server/db/functions/people/search_fold.sql does the same to the texts that are searched.
 */
export const foldSearchText = (text: string): string =>
  lower(withoutStackedMarks(text).normalize('NFKC')).replace(katakana, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - hiraganaAfterKatakana),
  )

/** Spaces of any width, line ends and invisible characters separate words. */
const gap = /[\s\p{Cc}\p{Cf}\p{Cs}]+/u

/** The folded words of a search text, each once; characters beyond `searchTextMax` are ignored. */
export const searchWords = (typed: string): string[] => {
  const read = [...typed.trim()].slice(0, searchTextMax).join('')
  return [...new Set(foldSearchText(read).split(gap).filter(Boolean))]
}

/** Every code point is below this. */
const codePointSpan = 2 ** 21
/** More would cost the index more than they save: every word is also compared as a whole. */
const gramsMax = 24

const gramsOf = (word: string): number[] => {
  const points = Array.from(word, (sign) => sign.codePointAt(0) ?? 0)
  if (points.length === 1) return points
  return points.slice(1).map((next, index) => (points[index] ?? 0) * codePointSpan + next)
}

/**
 * The index keys of the words, as `search_grams` of server/db/functions/people/search_grams.sql numbers them: pairs, or
 * a single character.
 */
export const searchGrams = (words: readonly string[]): number[] =>
  [...new Set(words.flatMap(gramsOf))].slice(0, gramsMax)

/**
 * The words that may be missing although all their pairs are found: longer ones, or all when pairs were left
 * out.
 */
export const unverifiedTexts = (words: readonly string[]): string[] =>
  new Set(words.flatMap(gramsOf)).size > gramsMax ? [...words] : words.filter((word) => [...word].length > 2)
