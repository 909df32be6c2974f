import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp, { type OverlayOptions } from 'sharp'
import { graphemeCount } from '#domain/text/written.ts'

/** What other services show of a link, in pixels. */
const cardSize = { width: 1_200, height: 630 }
/** The portrait is at the left, in its own shape of 4 : 5. */
const portraitWidth = 504
/** Where the words are. */
const words = { left: 564, width: 576 }
const fallbackName = '今宵の配信者'
const slogan = '今宵、だれと話そう。'
const foot = '声とビデオの通話。18歳以上の方へ。'

const require = createRequire(import.meta.url)
/** A server may have no Japanese font, so that the card's own comes as a package. */
const bold = {
  fontfile: require.resolve('@expo-google-fonts/zen-kaku-gothic-new/700Bold/ZenKakuGothicNew_700Bold.ttf'),
  font: 'Zen Kaku Gothic New Bold',
}
const medium = {
  fontfile: require.resolve(
    '@expo-google-fonts/zen-kaku-gothic-new/500Medium/ZenKakuGothicNew_500Medium.ttf',
  ),
  font: 'Zen Kaku Gothic New Medium',
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** The words are markup for the library that sets them. */
const escaped = (text: string): string => text.replace(/[&<>]/g, (mark) => entities[mark] ?? mark)

/** A nickname has 20 letters at most: a long one takes two rows. */
const nameSize = (name: string): number => (graphemeCount(name) > 7 ? 48 : 76)

interface Words {
  text: string
  face: typeof bold
  /** Of a letter, in pixels. */
  size: number
  colour: string
}

/** One text as a picture, no wider than its place. One point is one pixel at 72 dots per inch. */
const setWords = async ({ text, face, size, colour }: Words) => {
  const markup = `<span foreground="${colour}" size="${size * 1_024}">${escaped(text)}</span>`
  const picture = sharp({
    text: {
      ...face,
      text: markup,
      rgba: true,
      dpi: 72,
      width: words.width,
      wrap: 'char',
      spacing: Math.round(size / 3),
    },
  })
  const { data, info } = await picture
    .resize({ width: words.width, withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { data, height: info.height }
}

export interface ShareCard {
  /** As it can be drawn; '' shows a general word. */
  name: string
  /** One sentence; '' shows the slogan. */
  line: string
  /** A JPEG, cut to 4 : 5; null without a portrait. */
  portrait: Buffer | null
}

/** Draws what other services show of a link to a broadcaster. @returns a JPEG of 1200 × 630 px */
export const drawCard = async ({ name, line, portrait }: ShareCard): Promise<Buffer> => {
  const title = name || fallbackName
  const [frame, called, sentence, small] = await Promise.all([
    readFile(new URL('share-card.svg', import.meta.url)),
    setWords({ text: title, face: bold, size: nameSize(title), colour: '#f3effa' }),
    setWords({ text: line || slogan, face: medium, size: 32, colour: '#ded6f2' }),
    setWords({ text: foot, face: medium, size: 24, colour: '#a79fc4' }),
  ])
  const top = 204
  const parts: OverlayOptions[] = [
    { input: called.data, left: words.left, top },
    { input: sentence.data, left: words.left, top: top + called.height + 36 },
    { input: small.data, left: words.left, top: cardSize.height - 66 - small.height },
  ]
  if (portrait) {
    const cut = await sharp(portrait).resize(portraitWidth, cardSize.height).png().toBuffer()
    parts.push({ input: cut, left: 0, top: 0 })
  }
  return sharp(frame).composite(parts).jpeg({ quality: 85, progressive: true }).toBuffer()
}
