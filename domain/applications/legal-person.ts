import { legalNameGraphemesMax } from '#contract/applications/applications.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { adultAge, ageAt, readBirthDate } from '#domain/account/birth-date.ts'
import { isLongerThan, withoutStackedMarks } from '#domain/text/written.ts'

/** A person as a document names them. */
export interface LegalPerson {
  legalName: string
  /** Katakana. */
  legalKana: string
  /** YYYY-MM-DD */
  birthDate: string
}

export type LegalPersonRefusal =
  | 'legalNameWrong'
  | 'legalKanaWrong'
  | 'birthDateImpossible'
  | 'birthDateDiffers'
  | 'underAge'

/** Letters of any script with their marks, and the separators between the parts of a name. */
const nameShape = /^[\p{L}\p{M}々〆ヶー・'’. -]+$/u
const kanaShape = /^[ァ-ヶー・ -]+$/u

const folded = (written: string): string =>
  withoutStackedMarks(written).normalize('NFKC').replaceAll(/\s+/gu, ' ').trim()

const katakana = (text: string): string =>
  text.replace(/[ぁ-ゖ]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0x60))

const isOfLength = (text: string): boolean => text !== '' && !isLongerThan(text, legalNameGraphemesMax)

/**
 * Reads the applicant's data as people write it: half-width kana, hiragana and wide spaces are accepted. The
 * order of the checks: the name, the kana, a day that doesn't exist, another birth date than stated before,
 * under 18 on the Japanese day.
 *
 * @param stated the birth date that the account has stated already, YYYY-MM-DD
 */
export const readLegalPerson = (
  written: LegalPerson,
  stated: string | null,
  nowMs: number,
): LegalPerson | Refusal<LegalPersonRefusal> => {
  const legalName = folded(written.legalName)
  const legalKana = katakana(folded(written.legalKana))
  if (!isOfLength(legalName) || !nameShape.test(legalName)) return refuse('legalNameWrong')
  if (!isOfLength(legalKana) || !kanaShape.test(legalKana)) return refuse('legalKanaWrong')
  const birthDate = readBirthDate(written.birthDate, nowMs)
  if (typeof birthDate !== 'string') return birthDate
  if (stated !== null && stated !== birthDate) return refuse('birthDateDiffers')
  if (ageAt(birthDate, nowMs) < adultAge) return refuse('underAge')
  return { legalName, legalKana, birthDate }
}

/**
 * The marks by which two applications are recognised as one person's: the birth date with the name, and with
 * the kana, without separators. Two marks, because a name may be written with old or new characters and read
 * in the same way.
 */
export const personMarks = ({ legalName, legalKana, birthDate }: LegalPerson): [string, string] => {
  const bare = (text: string) => text.replaceAll(/[\s・'’.-]/gu, '').toLowerCase()
  return [`name:${bare(legalName)}:${birthDate}`, `kana:${bare(legalKana)}:${birthDate}`]
}
