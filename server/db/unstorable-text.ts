import { postgres } from './driver.ts'

/** character_not_in_repertoire, and untranslatable_character of JSON: U+0000, which its texts can't hold. */
const codes: readonly string[] = ['22021', '22P05']

/** Whether PostgreSQL refused a text that no keyboard can write. Nothing of the request's work was done. */
export const isUnstorableText = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && codes.includes(error.code)
