/** Crockford's base32: nothing in it is taken for something else. */
export const recoveryCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const groupCharacters = 4

/** XXXX-XXXX-XXXX, as it is shown. */
export const inGroups = (code: string): string =>
  (code.match(new RegExp(`.{1,${groupCharacters}}`, 'g')) ?? []).join('-')

/** Every kind of dash a keyboard has, the Japanese long vowel among them, and spaces. */
const separators = /[\p{Pd}\s\u2212\u30fc]/gu

/**
 * A code as people may have typed it: full width, in any case, with or without its hyphens, O for 0, I or L for 1. What
 * can't be in a code stays, so that it fits none.
 */
export const foldRecoveryCode = (typed: string): string =>
  typed.normalize('NFKC').replace(separators, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')

/** Whether a folded code can be one of this many signs. */
export const isRecoveryCode = (folded: string, characters: number): boolean =>
  folded.length === characters && [...folded].every((sign) => recoveryCodeAlphabet.includes(sign))
