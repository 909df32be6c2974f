const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })
/** The longest grapheme that is counted as one: a family of emoji has 35 units, stacked marks may have more. */
const graphemeUnitsMax = 40

/** Whether a text has more characters than `max`, as people count them. Never segments what is far too long. */
export const isLongerThan = (text: string, max: number): boolean => {
  if (text.length <= max) return false
  if (text.length > max * graphemeUnitsMax) return true
  return graphemeCount(text) > max
}

/** Characters as people count them. */
export const graphemeCount = (text: string): number => {
  let count = 0
  for (const _ of graphemes.segment(text)) count += 1
  return count
}

/** Controls other than tab and line breaks, and halves of a surrogate pair: nobody types them. */
const unprintable = /(?![\t\n\r])\p{Cc}|\p{Cs}/u
/** Marks that turn the text around them; they come along unseen when something is copied. */
const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Something that can be seen: letters, digits, signs and emoji, without those that are blank all the same. */
const seen = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Marks that join the letter before them, and the half-width voicing marks that become such marks in NFKC. Living
 * scripts put up to six on a letter. More are drawn over the lines around it, and sorting them into normal form costs
 * the square of their number.
 */
const marksMax = 6
const mark = '(?:[\\p{M}\\uff9e\\uff9f]\\p{Cf}*)'
const stackedMarks = new RegExp(`(${mark}{${marksMax}})${mark}+`, 'gu')

/** The text with at most a few marks on each letter. To be applied before any text of a member is normalized. */
export const withoutStackedMarks = (text: string): string => text.replaceAll(stackedMarks, '$1')

/** NFC, with at most a few marks on each letter. */
export const composed = (text: string): string => withoutStackedMarks(text).normalize('NFC')

/** Whether a text holds what no keyboard gives, NUL among it, which PostgreSQL's text can't hold. */
export const isUnprintable = (text: string): boolean => unprintable.test(text)

/**
 * A text for everybody to read as it is stored: NFC, line breaks as one sign, nothing that turns the text around it, no
 * blank ends; empty when nobody would see anything.
 */
export const publicText = (written: string): string =>
  seen.test(written) ? composed(written.replaceAll(/\r\n?/g, '\n').replaceAll(turning, '')).trim() : ''
