/** Crockford's base32: no character looks like another. */
export const recoveryCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const groupCharacters = 4

/** XXXX-XXXX-XXXX, as it is shown. */
export const inGroups = (code: string): string =>
  (code.match(new RegExp(`.{1,${groupCharacters}}`, 'g')) ?? []).join('-')

/** Every kind of dash on a keyboard, including the Japanese long vowel, and spaces. */
const separators = /[\p{Pd}\s\u2212\u30fc]/gu

/**
 * Normalises a typed code: full width, either case, with or without its hyphens, O for 0, I or L for 1. Other
 * characters stay, so that the code matches none.
 */
export const foldRecoveryCode = (typed: string): string =>
  typed.normalize('NFKC').replace(separators, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

/** Whether a normalised code can be a code of this many characters. */
export const isRecoveryCode = (folded: string, characters: number): boolean =>
  folded.length === characters && [...folded].every((sign) => recoveryCodeAlphabet.includes(sign))
