import { graphemesOf } from './graphemes.ts'

/** The longest grapheme that is counted as one: a family emoji has 35 units, stacked marks may have more. */
const graphemeUnitsMax = 40

/** Whether a text has more than `max` graphemes. It never segments a text that is far too long. */
export const isLongerThan = (text: string, max: number): boolean => {
  if (text.length <= max) return false
  if (text.length > max * graphemeUnitsMax) return true
  return graphemeCount(text) > max
}

/** The number of graphemes. */
export const graphemeCount = (text: string): number => graphemesOf(text).length

/** Controls other than tab and line breaks, and lone surrogates: nobody types them. */
const unprintable = /(?![\t\n\r])\p{Cc}|\p{Cs}/u
/**
 * Marks that change the direction of the text around them; they come along invisibly when something is
 * copied.
 */
const turning = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** A visible character: letters, digits, signs and emoji, without those that are blank nevertheless. */
const seen = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * Marks that join the letter before them, and the half-width voicing marks that become such marks in NFKC.
 * Living scripts put up to six on a letter. More would cover the lines around it, and sorting them into
 * normal form takes quadratic time.
 */
const marksMax = 6
const mark = '(?:[\\p{M}\\uff9e\\uff9f]\\p{Cf}*)'
const stackedMarks = new RegExp(`(${mark}{${marksMax}})${mark}+`, 'gu')

/** The text with at most a few marks on each letter. Needed before any text of a member is normalized. */
export const withoutStackedMarks = (text: string): string => text.replaceAll(stackedMarks, '$1')

/** NFC, with at most a few marks on each letter. */
export const composed = (text: string): string => withoutStackedMarks(text).normalize('NFC')

/**
 * Whether a text contains characters that no keyboard types, including NUL, which PostgreSQL's text can't
 * hold.
 */
export const isUnprintable = (text: string): boolean => unprintable.test(text)

/**
 * A public text as it is stored: NFC, one kind of line break, no marks of direction, trimmed; empty when it
 * has no visible character.
 */
export const publicText = (written: string): string =>
  seen.test(written) ? composed(written.replaceAll(/\r\n?/g, '\n').replaceAll(turning, '')).trim() : ''
