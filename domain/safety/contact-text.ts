import { withoutStackedMarks } from '#domain/text/written.ts'

/**
 * A text in the form in which a reader could find a contact in it: one spelling for the many ways to write
 * the same letter. All steps are linear in the text's length.
 */
export interface ReadableText {
  /**
   * NFKC, lower case, look-alikes as the letters they stand for, katakana as hiragana; spaces and signs stay.
   */
  plain: string
  /**
   * The same without the step to hiragana: distinguishes a compound such as オンライン from two words. Same
   * length.
   */
  unfolded: string
}

const lookAlikes: Readonly<Record<string, string>> = {
  // Cyrillic
  ...{
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    є: 'e',
    һ: 'h',
    и: 'n',
    і: 'i',
    ј: 'j',
    к: 'k',
    ӏ: 'l',
    м: 'm',
    н: 'h',
  },
  ...{ о: 'o', п: 'n', р: 'p', ԛ: 'q', г: 'r', ѕ: 's', т: 't', ц: 'u', ѵ: 'v', ԝ: 'w', х: 'x', у: 'y' },
  // Greek
  ...{
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    γ: 'y',
  },
  // small capitals
  ...{
    ᴀ: 'a',
    ʙ: 'b',
    ᴄ: 'c',
    ᴅ: 'd',
    ᴇ: 'e',
    ꜰ: 'f',
    ɢ: 'g',
    ʜ: 'h',
    ɪ: 'i',
    ᴊ: 'j',
    ᴋ: 'k',
    ʟ: 'l',
    ᴍ: 'm',
  },
  ...{ ɴ: 'n', ᴏ: 'o', ᴘ: 'p', ʀ: 'r', ꜱ: 's', ᴛ: 't', ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ʏ: 'y', ᴢ: 'z' },
  ...{ ı: 'i', ɑ: 'a', ɡ: 'g', ø: 'o', ł: 'l', đ: 'd', ƚ: 'l' },
  '○': '〇',
  '◯': '〇',
  '⭕': '〇',
}

/** Letters that Unicode doesn't fold: 🅛, 🅻 and the halves of flags. */
const letterBlocks = [0x1f150, 0x1f170, 0x1f1e6]
const enclosed = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu
const fromEnclosed = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0
  const block = letterBlocks.find((start) => code >= start && code < start + 26) ?? code
  return String.fromCharCode(97 + code - block)
}

/** Marks and joiners without a shape of their own: zero-width characters, keycaps, underlines, accents. */
const unseen = /[\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u2800\u3164\uffa0]/gu
const notAscii = /[^\p{ASCII}]/gu
const katakana = /[ァ-ヶ]/g

const unfoldedOf = (text: string): string =>
  withoutStackedMarks(text)
    .normalize('NFKC')
    .toLowerCase()
    // Latin letters lose their accents; those of kana belong to them.
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC')
    .replace(unseen, '')
    .replace(enclosed, fromEnclosed)
    .replace(notAscii, (sign) => lookAlikes[sign] ?? sign)

export const readableText = (text: string): ReadableText => {
  const unfolded = unfoldedOf(text)
  const plain = unfolded.replace(katakana, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
  return { plain, unfolded }
}

export interface SqueezedText {
  /** Letters and digits alone. */
  text: string
  /** The position of each of its characters in the readable text. */
  positions: readonly number[]
}

const letterOrDigit = /[\p{L}\p{N}]/gu

/** Without spaces, signs and pictures between the letters. */
export const squeeze = (plain: string): SqueezedText => {
  let text = ''
  const positions: number[] = []
  for (const { 0: sign, index } of plain.matchAll(letterOrDigit)) {
    text += sign
    for (let unit = 0; unit < sign.length; unit += 1) positions.push(index)
  }
  return { text, positions }
}
