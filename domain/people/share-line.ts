import { graphemesOf } from '#domain/text/graphemes.ts'

/** Graphemes of the line on a card: two rows. */
const lineMax = 36

/** Emoji and what joins them: the font of the cards has none of them. */
const undrawn =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0e|\ufe0f|\u20e3/gu

/** A text of a member as a card can draw it; '' where nothing of it is left. */
export const drawable = (text: string): string => text.replace(undrawn, '').replace(/\s+/gu, ' ').trim()

/** The first sentence that a broadcaster writes about themselves, or its beginning; '' without one. */
export const shareLine = (bio: string): string => {
  const [first = ''] = drawable(bio.split('\n').find((line) => drawable(line) !== '') ?? '').split(
    /(?<=[。！？!?])/u,
  )
  const shown = graphemesOf(first)
  return shown.length <= lineMax ? first : `${shown.slice(0, lineMax - 1).join('')}…`
}
