import { chatTextMax } from '../../contract/chat.ts'
import { type Refusal, refuse } from '../../contract/refusal.ts'

/** Controls other than tab and line feed, marks that turn the text around them, halves of a surrogate pair. */
const unwritten = /(?![\t\n])\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu
/** The longest grapheme that is counted as one: a family of emoji has 35 units, stacked marks may have more. */
const graphemeUnitsMax = 40

const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })

const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of graphemes.segment(text)) length += 1
  return length
}

/**
 * A text message as it is stored: NFC, line breaks as one sign, nothing invisible that turns or breaks the lines
 * around it, no blank ends. Refuses, in this order: chatTextEmpty, chatTextTooLong (1,000 characters as people count).
 */
export const readChatText = (written: string): string | Refusal<'chatTextEmpty' | 'chatTextTooLong'> => {
  const text = written.replaceAll(/\r\n?/g, '\n').replaceAll(unwritten, '').normalize('NFC').trim()
  if (text === '') return refuse('chatTextEmpty')
  if (text.length > chatTextMax * graphemeUnitsMax) return refuse('chatTextTooLong')
  // What has as many units as characters are allowed needs no counting.
  return text.length > chatTextMax && lengthOf(text) > chatTextMax ? refuse('chatTextTooLong') : text
}
