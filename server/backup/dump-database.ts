import type { Sql } from '#server/db/database.ts'
import { type AppliedMigration, assertMigrated } from '#server/db/migrate.ts'
import { checkLedgerBy } from '#server/points/ledger/ledger-check.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest, TableDump } from './manifest.ts'

export type DatabasePart = Pick<
  Manifest,
  'postgres' | 'migrations' | 'tables' | 'sequences' | 'ledgerDefects'
>

/** Stores a table's rows in the format of PostgreSQL's COPY; returns their number. */
type StoreTable = (name: string, rows: AsyncIterable<Uint8Array>) => Promise<number>

/** Without generated columns, which are computed again, and without tables of extensions. */
const ownTables = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('schema_migration', 'schema_function')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  group by c.relname order by c.relname`

/**
 * Reads the whole database as it was at one moment, while others go on writing. Jobs aren't read: the scheduler creates
 * its schema again, and each job looks for due work by itself.
 */
export const dumpDatabase = async (sql: Sql, storeRows: StoreTable): Promise<DatabasePart> =>
  sql.begin('isolation level repeatable read, read only', async (tx) => {
    await tx.unsafe('set local statement_timeout = 0')
    await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
    // Otherwise a large table could be read from its middle on, and two dumps of the same rows would differ.
    await tx.unsafe('set local synchronize_seqscans = off')
    const [known] = await tx`select to_regclass('public.schema_migration') as found`
    if (!known?.found) throw new BackupError('データベースが空です。バックアップするものがありません。')
    const migrations = await tx<AppliedMigration[]>`
      select name, checksum from schema_migration order by name collate "C"`
    await assertMigrated(tx, migrations)
    const tables: TableDump[] = []
    for (const { name, columns } of await tx.unsafe<{ name: string; columns: string[] }[]>(ownTables)) {
      const list = columns.map((column) => `"${column}"`).join(', ')
      const rows = await tx.unsafe(`copy public."${name}" (${list}) to stdout`).readable()
      tables.push({ name, columns, rows: await storeRows(name, rows) })
    }
    // After the tables: a number that was used in between is only skipped.
    const sequences = await tx<{ name: string; value: string }[]>`
      select sequencename::text as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`
    const [server] = await tx<{ version: string }[]>`select current_setting('server_version') as version`
    const defects = await checkLedgerBy((text) => tx.unsafe(text))
    return {
      postgres: server?.version ?? '',
      migrations: [...migrations],
      tables,
      sequences: [...sequences],
      ledgerDefects: defects.length,
    }
  }) as Promise<DatabasePart>
