import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase, type Sql } from './database.ts'
import {
  applyFunctions,
  areApplied,
  asMigrationError,
  checksumOf,
  clearFunctionChecksums,
  functionsDirectory,
  readFunctions,
} from './functions.ts'
import { MigrationError, type SqlTransaction } from './migration-error.ts'

/** Any fixed number. A migration holds this lock, so that two starts at once migrate one after the other. */
const advisoryLockKey = 5_306_112_026

/** The first migration of every version from before the first release; no migration has this name since. */
const developmentMigration = '0001_account.sql'

/** Where the schema stands: migrations make the tables, functions are the rules over them. */
export interface SchemaFolders {
  migrations: string
  functions: string
}

const ownFolders: SchemaFolders = {
  migrations: fileURLToPath(new URL('./migrations/', import.meta.url)),
  functions: functionsDirectory,
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

const migrationTable = `
  create table if not exists schema_migration (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

/**
 * Brings the database to the newest migration: the .sql files of the folder in the order of their names, each
 * in a transaction of its own. Files applied before are skipped. Then it brings the functions and views to
 * those of their files, in one transaction (server/db/functions.ts).
 *
 * Refuses (MigrationError, nothing of the offending file applied): an applied migration that was changed or
 * is gone, a new one that sorts before an applied one, a file PostgreSQL rejects, a database of a development
 * version.
 * @returns the names applied by this call
 */
export async function migrate(url: string, folders: SchemaFolders = ownFolders): Promise<string[]> {
  const migrations = await readMigrations(folders.migrations)
  const functions = await readFunctions(folders.functions)
  const database = openDatabase(url, {
    maxConnections: 1,
    statementTimeoutMs: 0,
    applicationName: 'koyoi-migrate',
  })
  try {
    const { sql } = database
    await sql`select pg_advisory_lock(${advisoryLockKey})`
    const tables = await applyMissing(sql, migrations)
    return [...tables, ...(await sql.begin((tx) => applyFunctions(tx, functions)))]
  } finally {
    // Closing the session releases the advisory lock as well.
    await database.close()
  }
}

async function applyMissing(sql: Sql, files: MigrationFile[]): Promise<string[]> {
  await sql.unsafe(migrationTable)
  const applied = await sql<AppliedMigration[]>`
    select name, checksum from schema_migration order by name collate "C"`
  const problem = findMismatch(files, applied)
  if (problem) throw new MigrationError(problem)

  const missing = files.filter((file) => !applied.some((row) => row.name === file.name))
  for (const file of missing) {
    await sql.begin(async (tx) => {
      await runMigration(tx, file)
      await clearFunctionChecksums(tx)
    })
  }
  return missing.map((file) => file.name)
}

async function runMigration(tx: SqlTransaction, file: MigrationFile): Promise<void> {
  await asMigrationError(`マイグレーション ${file.name}`, () => tx.unsafe(file.text), file.text)
  await tx`insert into schema_migration (name, checksum) values (${file.name}, ${file.checksum})`
}

/** Refuses (MigrationError): a database that is not at this version's newest migration and functions. */
export async function assertMigrated(
  tx: SqlTransaction,
  applied: readonly AppliedMigration[],
): Promise<void> {
  const files = await readMigrations(ownFolders.migrations)
  const problem = findMismatch(files, applied)
  if (problem) throw new MigrationError(problem)
  if (applied.length < files.length || !(await areApplied(tx, await readFunctions(ownFolders.functions))))
    throw new MigrationError(
      'このデータベースは、いまの版のアプリでまだ起動されていません。一度起動するか、前の版のアプリで行ってください。',
    )
}

/** Refuses (MigrationError): files of a backup that this version changed or lacks. */
export async function assertRestorable(applied: readonly AppliedMigration[]): Promise<void> {
  const problem = findMismatch(await readMigrations(ownFolders.migrations), applied)
  if (problem) throw new MigrationError(problem)
}

/** Until the transaction ends no other process migrates this database. */
export const lockMigrations = async (tx: SqlTransaction): Promise<void> => {
  await tx`select pg_advisory_xact_lock(${advisoryLockKey})`
}

/**
 * Migrates an empty database in a transaction that the caller holds: first the files that made a backup,
 * then, after `load` has put its rows in, those that came later, and the functions at the end. The backup
 * passed `assertRestorable`, and the transaction holds `lockMigrations`.
 */
export async function migrateAround(
  tx: SqlTransaction,
  applied: readonly AppliedMigration[],
  load: () => Promise<void>,
  folders: SchemaFolders = ownFolders,
): Promise<void> {
  const files = await readMigrations(folders.migrations)
  await tx.unsafe(migrationTable)
  const isEarlier = (file: MigrationFile) => applied.some(({ name }) => name === file.name)
  for (const file of files.filter(isEarlier)) await runMigration(tx, file)
  await load()
  for (const file of files.filter((one) => !isEarlier(one))) await runMigration(tx, file)
  await applyFunctions(tx, await readFunctions(folders.functions))
}

/** @returns the sentence that names the first mismatch between the files and the applied migrations, if any */
function findMismatch(
  files: readonly AppliedMigration[],
  applied: readonly AppliedMigration[],
): string | undefined {
  if (applied.some(({ name }) => name === developmentMigration)) {
    return 'このデータは、公開前の開発版で作られたもので、この版では使えません。別のデータフォルダ（設定 DATA_DIR）か、空のデータベースを指定してください。'
  }
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

/** Changes with any file of the schema. */
export async function checksumOfSchema(): Promise<string> {
  const files = [
    ...(await readMigrations(ownFolders.migrations)),
    ...(await readFunctions(ownFolders.functions)),
  ]
  const hash = createHash('sha256')
  for (const { name, checksum } of files) hash.update(name).update(checksum)
  return hash.digest('hex')
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
