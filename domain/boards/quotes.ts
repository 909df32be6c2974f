/** A part of a post's text: plain, or a reference to the post of a number (>>12). */
export type TextPart = { text: string; number: number | null }

/** References beyond this stay text: nobody reads them, and each would be a link. */
const quotesMax = 20
const quote = /(?:>>|＞＞)(\d{1,4})/gu

/** The text in parts; joined they are the text. */
export const quoteParts = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let end = 0
  for (const match of [...text.matchAll(quote)].slice(0, quotesMax)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), number: null })
    parts.push({ text: match[0], number: Number(match[1]) })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end), number: null })
  return parts
}
