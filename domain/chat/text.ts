import { chatTextMax } from '#contract/chat/chat.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { composed, isLongerThan } from '#domain/text/written.ts'

/** Control characters other than tab and line feed, marks of writing direction, and single surrogates. */
const unwritten = /(?![\t\n])\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu

/**
 * A text message as it is stored: NFC, one kind of line break, no direction marks or control characters,
 * trimmed. Refuses, in this order: chatTextEmpty, chatTextTooLong (1,000 characters as people count).
 */
export const readChatText = (written: string): string | Refusal<'chatTextEmpty' | 'chatTextTooLong'> => {
  const text = composed(written.replaceAll(/\r\n?/g, '\n').replaceAll(unwritten, '')).trim()
  if (text === '') return refuse('chatTextEmpty')
  return isLongerThan(text, chatTextMax) ? refuse('chatTextTooLong') : text
}
