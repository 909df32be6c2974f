import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { liveCommentMax, menuNameMax } from '#contract/live/flow.ts'
import { readableText, squeeze } from '#domain/safety/contact-text.ts'
import { isLongerThan, isUnprintable, publicText } from '#domain/text/written.ts'

const oneLine = (written: string): string => publicText(written).replaceAll(/\s+/gu, ' ')

/** A comment as it is stored: one line. Refuses, in this order: liveCommentEmpty, liveCommentTooLong (in graphemes). */
export const readLiveComment = (
  written: string,
): string | Refusal<'liveCommentEmpty' | 'liveCommentTooLong'> => {
  const text = oneLine(written.replaceAll(/[\t\r\n]/g, ' '))
  if (text === '' || isUnprintable(text)) return refuse('liveCommentEmpty')
  return isLongerThan(text, liveCommentMax) ? refuse('liveCommentTooLong') : text
}

/** The name of a menu item or a goal as it is stored. Refuses: liveNameWrong. */
export const readLiveName = (written: string): string | Refusal<'liveNameWrong'> => {
  const name = oneLine(written.replaceAll(/[\t\r\n]/g, ' '))
  return name === '' || isUnprintable(name) || isLongerThan(name, menuNameMax)
    ? refuse('liveNameWrong')
    : name
}

/** A refused word as it is compared: letters and digits in one spelling; empty when it has none. */
export const foldedWord = (word: string): string => squeeze(readableText(word).plain).text

/** Whether a comment contains one of the words, however it is spelled or spaced. */
export const hasRefusedWord = (text: string, foldedWords: readonly string[]): boolean => {
  if (foldedWords.length === 0) return false
  const folded = foldedWord(text)
  return foldedWords.some((word) => folded.includes(word))
}
