import { nicknameGraphemesMax, nicknameGraphemesMin } from '#contract/account/account.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { graphemesOf } from '#domain/text/graphemes.ts'
import { isReservedName } from './reserved-names.ts'

/**
 * Invisible characters and those that change the text around them: controls, bidi and zero-width marks, lone
 * surrogates.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u
/** Not the `v` flag's RGI_Emoji: browsers of phones that are a few years old can't read such a pattern. */
const emoji =
  /^(?:\p{Regional_Indicator}{2}|[\d#*]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d|[\u{e0020}-\u{e007f}])*)$/u
/** A mark needs a letter; many marks on one letter ("zalgo") would cover the neighbouring lines. */
const strayMarks = /^\p{M}|\p{Mn}{5,}/u

/** Joiners and variation selectors are part of an emoji; anywhere else they are invisible. */
export const isShown = (grapheme: string): boolean =>
  emoji.test(grapheme) || !(unseen.test(grapheme) || strayMarks.test(grapheme))

/** A name as it is stored: NFC, trimmed. */
const nicknameText = (written: string): string => written.normalize('NFC').trim()

/**
 * Like `readNickname`, for a new name: also refuses with nameReserved names that could be taken for the
 * operators'.
 */
export const readNewNickname = (
  written: string,
): string | Refusal<'nameTooShort' | 'nameTooLong' | 'nameNotShown' | 'nameReserved'> => {
  const name = readNickname(written)
  return typeof name === 'string' && isReservedName(name) ? refuse('nameReserved') : name
}

/**
 * Specification 5: 1 to 20 characters, counted as graphemes, so that the form and the server agree. The order
 * of the checks: empty, too long, invisible characters.
 */
export const readNickname = (
  written: string,
): string | Refusal<'nameTooShort' | 'nameTooLong' | 'nameNotShown'> => {
  const bare = written.trim()
  // Refuses a megabyte before normalizing and segmenting it; an emoji has at most 35 code units.
  if (bare.length > nicknameGraphemesMax * 35) return refuse('nameTooLong')
  const name = nicknameText(bare)
  const shown = graphemesOf(name)
  if (shown.length < nicknameGraphemesMin) return refuse('nameTooShort')
  if (shown.length > nicknameGraphemesMax) return refuse('nameTooLong')
  return shown.every(isShown) ? name : refuse('nameNotShown')
}
