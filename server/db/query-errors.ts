import { postgres } from './driver.ts'

/** PostgreSQL's unique_violation. */
const uniqueViolation = '23505'

/** Whether a statement failed because this unique index has such a row already. */
export const isUniqueViolation = (error: unknown, index: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === uniqueViolation &&
  'constraint_name' in error &&
  error.constraint_name === index

/** character_not_in_repertoire, and untranslatable_character of JSON: U+0000, which its texts can't hold. */
const unstorableCodes: readonly string[] = ['22021', '22P05']

/** Whether PostgreSQL refused a text that no keyboard types. The statement changed nothing. */
export const isUnstorableText = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && unstorableCodes.includes(error.code)
