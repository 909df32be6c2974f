import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase, type Sql } from './database.ts'
import { postgres } from './driver.ts'

export const migrationsDirectory = fileURLToPath(new URL('./migrations/', import.meta.url))

/** Any fixed number: each migration of this database holds the lock, so two simultaneous starts take turns. */
const advisoryLockKey = 5_306_112_026

export interface MigrateOptions {
  directory?: string
  /** Called before each file is applied, for progress lines. */
  onApply?: (name: string) => void
}

interface MigrationFile {
  name: string
  text: string
  checksum: string
}

export interface AppliedMigration {
  name: string
  checksum: string
}

/** The argument that postgres.js passes to the work of a transaction. */
export type SqlTransaction = Parameters<Parameters<Sql['begin']>[1]>[0]

const migrationTable = `
  CREATE TABLE IF NOT EXISTS schema_migration (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`

/** A database and migration files that don't match; the message is for the person who starts the app. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Brings the database to the newest migration: the .sql files of the directory in the order of their names,
 * each in a transaction of its own. Files that were applied before are skipped.
 *
 * Refuses (MigrationError, nothing of the offending file applied): an applied file that was changed or is gone,
 * a new file that sorts before an applied one, a file PostgreSQL rejects.
 * @returns the names applied by this call
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const files = await readMigrations(options.directory ?? migrationsDirectory)
  const database = openDatabase(url, {
    maxConnections: 1,
    statementTimeoutMs: 0,
    applicationName: 'koyoi-migrate',
  })
  try {
    return await applyMissing(database.sql, files, options.onApply)
  } finally {
    // Closing the session releases the advisory lock as well.
    await database.close()
  }
}

async function applyMissing(
  sql: Sql,
  files: MigrationFile[],
  onApply: MigrateOptions['onApply'],
): Promise<string[]> {
  await sql`SELECT pg_advisory_lock(${advisoryLockKey})`
  await sql.unsafe(migrationTable)
  const applied = await sql<{ name: string; checksum: string }[]>`
    SELECT name, checksum FROM schema_migration ORDER BY name COLLATE "C"`
  const problem = findMismatch(files, applied)
  if (problem) throw new MigrationError(problem)

  const missing = files.filter((file) => !applied.some((row) => row.name === file.name))
  for (const file of missing) {
    onApply?.(file.name)
    await applyFile(sql, file)
  }
  return missing.map((file) => file.name)
}

const applyFile = (sql: Sql, file: MigrationFile): Promise<void> =>
  withPosition(file, () => sql.begin((tx) => runFile(tx, file)))

async function runFile(tx: SqlTransaction, file: MigrationFile): Promise<void> {
  await tx.unsafe(file.text)
  await tx`INSERT INTO schema_migration (name, checksum) VALUES (${file.name}, ${file.checksum})`
}

/** Names the file and line in which PostgreSQL found an error. */
async function withPosition(file: MigrationFile, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    const line = error.position ? file.text.slice(0, Number(error.position)).split('\n').length : '?'
    // Without the cause: it contains the whole file's text.
    throw new MigrationError(`マイグレーション ${file.name} の ${line} 行目でエラー: ${error.message}`)
  }
}

/** Refuses (MigrationError): a database that is not at this version's newest migration. */
export async function assertMigrated(applied: readonly AppliedMigration[]): Promise<void> {
  const files = await readMigrations(migrationsDirectory)
  const problem = findMismatch(files, applied)
  if (problem) throw new MigrationError(problem)
  if (applied.length < files.length)
    throw new MigrationError(
      'このデータベースは、いまの版のアプリでまだ起動されていません。一度起動するか、前の版のアプリで行ってください。',
    )
}

/** Refuses (MigrationError): files of a backup that this version changed or lacks. */
export async function assertRestorable(applied: readonly AppliedMigration[]): Promise<void> {
  const problem = findMismatch(await readMigrations(migrationsDirectory), applied)
  if (problem) throw new MigrationError(problem)
}

/** Until the transaction ends, no other process migrates this database. */
export const lockMigrations = async (tx: SqlTransaction): Promise<void> => {
  await tx`SELECT pg_advisory_xact_lock(${advisoryLockKey})`
}

/**
 * Migrates an empty database in a transaction that the caller holds, in two parts: the files of the version that made
 * a backup, then, after `load` has inserted its rows, the later files. The backup passed `assertRestorable`, and the
 * transaction holds `lockMigrations`.
 */
export async function migrateAround(
  tx: SqlTransaction,
  applied: readonly AppliedMigration[],
  load: () => Promise<void>,
  directory = migrationsDirectory,
): Promise<void> {
  const files = await readMigrations(directory)
  await tx.unsafe(migrationTable)
  const isEarlier = (file: MigrationFile) => applied.some(({ name }) => name === file.name)
  for (const file of files.filter(isEarlier)) await withPosition(file, () => runFile(tx, file))
  await load()
  for (const file of files.filter((one) => !isEarlier(one))) await withPosition(file, () => runFile(tx, file))
}

/** @returns the sentence that names the first mismatch between the files and the applied migrations, if any */
export function findMismatch(
  files: readonly { name: string; checksum: string }[],
  applied: readonly { name: string; checksum: string }[],
): string | undefined {
  for (const row of applied) {
    const file = files.find((candidate) => candidate.name === row.name)
    if (!file) {
      return `このデータベースには、この版にないマイグレーション ${row.name} が適用されています。新しい版のアプリで起動してください。`
    }
    if (file.checksum !== row.checksum) {
      return `適用済みのマイグレーション ${row.name} の内容が変わっています。ファイルを元に戻し、変更は新しい番号のファイルに書いてください。`
    }
  }
  const newest = applied.at(-1)?.name ?? ''
  const late = files.find((file) => file.name < newest && !applied.some((row) => row.name === file.name))
  if (late) {
    return `マイグレーション ${late.name} は、適用済みの ${newest} より前の番号です。新しい番号を付けてください。`
  }
  return undefined
}

async function readMigrations(directory: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(directory, name), 'utf8')
      return { name, text, checksum: checksumOf(text) }
    }),
  )
}

/** Line endings don't count: a checkout may change them. */
function checksumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}
