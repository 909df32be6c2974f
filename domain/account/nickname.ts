import { nicknameGraphemesMax, nicknameGraphemesMin } from '#contract/account/account.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isHouseName } from './house-names.ts'

/** What nobody can see or what turns the text around it: controls, bidi and zero-width marks, lone surrogates. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u
/** Not the `v` flag's RGI_Emoji: a browser of a phone that is a few years old can't read such a pattern. */
const emoji =
  /^(?:\p{Regional_Indicator}{2}|[\d#*]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d|[\u{e0020}-\u{e007f}])*)$/u
/** A mark needs a letter; many on one ("zalgo") would cover the neighbouring lines. */
const strayMarks = /^\p{M}|\p{Mn}{5,}/u

const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/** Joiners and variation marks are part of an emoji; anywhere else they are unseen. */
export const isShown = (grapheme: string): boolean =>
  emoji.test(grapheme) || !(unseen.test(grapheme) || strayMarks.test(grapheme))

/** A name as it is stored: NFC, without spaces around it. */
export const nicknameText = (written: string): string => written.normalize('NFC').trim()

/** As `readNickname`, for a name that somebody takes: nameReserved for those that pass for the operators' of this service. */
export const readNewNickname = (
  written: string,
): string | Refusal<'nameTooShort' | 'nameTooLong' | 'nameNotShown' | 'nameReserved'> => {
  const name = readNickname(written)
  return typeof name === 'string' && isHouseName(name) ? refuse('nameReserved') : name
}

/**
 * Specification 5: 1 to 20 characters, as people count them (graphemes), so that the form and the server agree.
 * Precedence: empty, too long, characters nobody can see.
 */
export const readNickname = (
  written: string,
): string | Refusal<'nameTooShort' | 'nameTooLong' | 'nameNotShown'> => {
  const bare = written.trim()
  // Normalizing and segmenting a megabyte only to find it too long would be the server's loss; an emoji has at most 35 units.
  if (bare.length > nicknameGraphemesMax * 35) return refuse('nameTooLong')
  const name = nicknameText(bare)
  const shown = [...graphemes.segment(name)].map(({ segment }) => segment)
  if (shown.length < nicknameGraphemesMin) return refuse('nameTooShort')
  if (shown.length > nicknameGraphemesMax) return refuse('nameTooLong')
  return shown.every(isShown) ? name : refuse('nameNotShown')
}
