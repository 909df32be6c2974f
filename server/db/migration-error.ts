import type { Sql } from './database.ts'

/** What postgres.js hands to the work of a transaction. */
export type SqlTransaction = Parameters<Parameters<Sql['begin']>[1]>[0]

/** A database and a set of files that don't fit each other; the message is for the person who starts the app. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}
