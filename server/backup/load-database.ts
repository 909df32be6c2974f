import { pipeline } from 'node:stream/promises'
import type { Sql } from '#server/db/database.ts'
import { lockMigrations, migrateAround } from '#server/db/migrate.ts'
import type { SqlTransaction } from '#server/db/migration-error.ts'
import { checkLedgerBy } from '#server/points/ledger/ledger-check.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest, TableDump } from './manifest.ts'

export interface LoadOptions {
  manifest: Manifest
  /** A table's rows as they were dumped. */
  rowsOf(table: TableDump): AsyncIterable<Uint8Array>
  /** Deletes what the database contains. */
  replace: boolean
  /** Runs when everything is loaded and checked, and has to succeed before the transaction is committed. */
  beforeCommit(): Promise<void>
}

/** Every process that works on the database has a connection of such a name. */
const ownConnections = 'koyoi%'

/** Tables, views, sequences, functions and types of this role in the schema, except those of extensions. */
const ownObjects = `
  select format('drop %s if exists %s cascade',
    case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
    oid::regclass) as statement
  from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
    -- A column's own sequence goes with its table.
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = any (
      case when relkind = 'S' then array['e', 'a', 'i'] else array['e'] end::"char"[]))
  union all
  select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc p
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select format('drop type if exists %s cascade', oid::regtype) from pg_type t
  where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
    and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`

/**
 * Loads a dump into a database, in one transaction: all of it or nothing. Foreign keys are removed and triggers are off
 * while rows are loaded, as the dump contains the triggers' results; PostgreSQL checks every foreign key when it is
 * added again.
 *
 * Refuses (BackupError, MigrationError; nothing changed): a database in use, with data of its own unless `replace`, or
 * with foreign tables; a dump of a newer version; rows or a ledger that differ from the dump.
 */
export const loadDatabase = async (sql: Sql, options: LoadOptions): Promise<void> => {
  const { manifest, beforeCommit } = options
  await sql.begin(async (tx) => {
    await tx.unsafe('set local statement_timeout = 0')
    await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
    await lockMigrations(tx)
    await assertUnused(tx)
    await assertEmpty(tx, options.replace)
    await clear(tx)
    await migrateAround(tx, manifest.migrations, () => loadTables(tx, options))
    const defects = await checkLedgerBy((text) => tx.unsafe(text))
    if (defects.length > manifest.ledgerDefects)
      throw new BackupError(
        `復元した台帳に問題があるため、取りやめました: ${defects.map(({ problem }) => problem).slice(0, 3)}`,
      )
    await beforeCommit()
  })
}

const assertUnused = async (tx: SqlTransaction): Promise<void> => {
  const [found] = await tx<{ connections: number }[]>`
    select count(*)::int as connections from pg_stat_activity
    where datname = current_database() and application_name like ${ownConnections} and pid <> pg_backend_pid()`
  if (found?.connections)
    throw new BackupError(
      'このデータベースは、起動中のアプリが使っています。すべて止めてから復元してください。',
    )
}

/** They have rows as soon as an account exists or points were booked. */
const tablesOfUse = ['member', 'operator', 'transfer']

const assertEmpty = async (tx: SqlTransaction, replace: boolean): Promise<void> => {
  const tables = await tx<{ name: string }[]>`
    select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`
  const names = tables.map(({ name }) => name)
  if (names.length > 0 && !names.includes('schema_migration'))
    throw new BackupError(
      'このデータベースには、今宵のものではない表があります。空のデータベースを指定してください。',
    )
  if (replace) return
  for (const name of tablesOfUse.filter((one) => names.includes(one))) {
    const [row] = await tx.unsafe(`select 1 as found from public."${name}" limit 1`)
    if (row)
      throw new BackupError(
        '復元先のデータベースには、すでにデータがあります。消して置き換えるときは --replace を付けてください。',
      )
  }
}

const clear = async (tx: SqlTransaction): Promise<void> => {
  await tx.unsafe('drop schema if exists jobs cascade')
  const statements = await tx.unsafe<{ statement: string }[]>(ownObjects)
  for (const { statement } of statements) await tx.unsafe(statement)
}

interface ForeignKey {
  table: string
  name: string
  definition: string
}

const loadTables = async (tx: SqlTransaction, { manifest, rowsOf }: LoadOptions): Promise<void> => {
  const keys = await tx<ForeignKey[]>`
    select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'`
  for (const { table, name } of keys) await tx.unsafe(`alter table ${table} drop constraint "${name}"`)
  const tables = manifest.tables.map(({ name }) => `public."${name}"`)
  for (const table of tables) await tx.unsafe(`alter table ${table} disable trigger user`)
  // Migrations insert rows of their own.
  await tx.unsafe(`truncate ${tables.join(', ')}`)
  for (const table of manifest.tables) await loadTable(tx, table, rowsOf(table))
  for (const { name, value } of manifest.sequences)
    await tx`select setval(${`public."${name}"`}::regclass, ${value}::bigint)`
  for (const table of tables) await tx.unsafe(`alter table ${table} enable trigger user`)
  for (const { table, name, definition } of keys)
    await tx.unsafe(`alter table ${table} add constraint "${name}" ${definition}`)
  await tx.unsafe('analyze')
}

const loadTable = async (
  tx: SqlTransaction,
  { name, columns, rows }: TableDump,
  content: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const list = columns.map((column) => `"${column}"`).join(', ')
  await pipeline(content, await tx.unsafe(`copy public."${name}" (${list}) from stdin`).writable())
  const [found] = await tx.unsafe<{ rows: number }[]>(`select count(*)::bigint as rows from public."${name}"`)
  if (found?.rows !== rows)
    throw new BackupError(`表 ${name} は ${rows} 行のはずですが、${found?.rows} 行でした。取りやめました。`)
}
