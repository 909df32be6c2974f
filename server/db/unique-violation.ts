/** PostgreSQL's unique_violation. */
const uniqueViolation = '23505'

/** Whether a statement failed because this unique index has such a row already. */
export const isUniqueViolation = (error: unknown, index: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === uniqueViolation &&
  'constraint_name' in error &&
  error.constraint_name === index
