import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { postgres } from './driver.ts'
import { MigrationError, type SqlTransaction } from './migration-error.ts'

export const functionsDirectory = fileURLToPath(new URL('./functions/', import.meta.url))

interface FunctionFile {
  /** Below the directory: `points/ledger/spend_many.sql`. */
  path: string
  /** Of the function or view that the file creates. */
  name: string
  kind: 'function' | 'view'
  text: string
  checksum: string
}

const functionTable = `
  create table if not exists schema_function (
    name text primary key,
    kind text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

const definition = /^create or replace (function|view) (\w+)/gim

/**
 * SQLSTATE: other result columns or parameter names; a view with fewer or other columns can't be replaced
 * either.
 */
const cannotReplace = ['42P13', '42P16']

/**
 * Reads the files that create one function or view each. A file may also hold what of the tables calls its
 * function: triggers, a default, an index over its results.
 */
export async function readFunctions(directory: string): Promise<FunctionFile[]> {
  const paths = (await readdir(directory, { recursive: true })).filter((path) => path.endsWith('.sql')).sort()
  const files = await Promise.all(paths.map((path) => readFunction(directory, path)))
  const twice = files.find(({ name }, nth) => files.findIndex((other) => other.name === name) !== nth)
  if (twice) throw new MigrationError(`関数 ${twice.name} のファイルが 2 つあります（${twice.path}）。`)
  return files
}

async function readFunction(directory: string, path: string): Promise<FunctionFile> {
  const text = await readFile(join(directory, path), 'utf8')
  const found = [...text.matchAll(definition)]
  const [, kind = '', name = ''] = found[0] ?? []
  if (found.length !== 1 || name !== basename(path, '.sql'))
    throw new MigrationError(
      `関数のファイル ${path} には、ファイルと同じ名前の create or replace function か view を 1 つだけ書いてください。`,
    )
  return {
    path,
    name,
    kind: kind.toLowerCase() === 'view' ? 'view' : 'function',
    text,
    checksum: checksumOf(text),
  }
}

/** Line endings don't count: a checkout may change them. */
export function checksumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

/**
 * Brings the functions and views of the database to those of the files: new and changed ones are created or
 * replaced, those without a file are dropped. Views are created again with every change, because PostgreSQL
 * lets no function or column change that a view uses. The caller holds the transaction and the migration
 * lock.
 *
 * Refuses (MigrationError): a file that PostgreSQL rejects, and a function that can't be replaced or dropped
 * because a table uses it. A migration has to free it first.
 * @returns the paths of the files that were applied
 */
export async function applyFunctions(tx: SqlTransaction, files: readonly FunctionFile[]): Promise<string[]> {
  await tx.unsafe(functionTable)
  const applied = await readApplied(tx)
  const changed = files.filter(({ name, checksum }) => applied.get(name)?.checksum !== checksum)
  const removed = [...applied.keys()].filter((name) => !files.some((file) => file.name === name))
  if (changed.length + removed.length === 0) return []

  const existing = await readExisting(tx)
  await dropViews(tx, applied)
  for (const file of inOrder(files)) {
    if (file.kind === 'view') await run(tx, file)
    else if (changed.includes(file)) await replaceFunction(tx, file, existing.get(file.name) ?? [])
  }
  for (const name of removed) await dropFunctions(tx, existing.get(name) ?? [], name)
  await record(tx, changed, removed)
  return changed.map(({ path }) => path)
}

/** Makes the next call apply every file: a migration may have dropped any of them. */
export async function clearFunctionChecksums(tx: SqlTransaction): Promise<void> {
  await tx.unsafe(functionTable)
  await tx`update schema_function set checksum = ''`
}

/** Whether the functions and views of the database are those of the files. */
export async function areApplied(tx: SqlTransaction, files: readonly FunctionFile[]): Promise<boolean> {
  const [known] = await tx`select to_regclass('public.schema_function') as found`
  if (!known?.found) return false
  const applied = await readApplied(tx)
  return (
    applied.size === files.length &&
    files.every(({ name, checksum }) => applied.get(name)?.checksum === checksum)
  )
}

async function readApplied(tx: SqlTransaction): Promise<Map<string, { kind: string; checksum: string }>> {
  const rows = await tx<{ name: string; kind: string; checksum: string }[]>`
    select name, kind, checksum from schema_function`
  return new Map(rows.map(({ name, ...row }) => [name, row]))
}

/** A function as it is now; `version` changes when it is replaced. */
interface Existing {
  name: string
  signature: string
  version: string
}

async function readExisting(tx: SqlTransaction, name?: string): Promise<Map<string, Existing[]>> {
  const rows = await tx<Existing[]>`
    select proname as name, oid::regprocedure::text as signature, ctid::text as version from pg_proc
    where pronamespace = 'public'::regnamespace and proname = coalesce(${name ?? null}, proname)`
  return Map.groupBy(rows, (row) => row.name)
}

async function dropViews(tx: SqlTransaction, applied: ReadonlyMap<string, { kind: string }>): Promise<void> {
  const names = [...applied].filter(([, { kind }]) => kind === 'view').map(([name]) => name)
  if (names.length > 0)
    await asMigrationError('ビューの削除', () => tx.unsafe(`drop view if exists ${names.join(', ')}`))
}

async function dropFunctions(tx: SqlTransaction, existing: readonly Existing[], name: string): Promise<void> {
  for (const { signature } of existing)
    await asMigrationError(`関数 ${name} の削除`, () => tx.unsafe(`drop function ${signature}`))
}

async function run(tx: SqlTransaction, file: FunctionFile): Promise<void> {
  await asMigrationError(`関数のファイル ${file.path}`, () => tx.unsafe(file.text), file.text)
}

async function replaceFunction(
  tx: SqlTransaction,
  file: FunctionFile,
  existing: readonly Existing[],
): Promise<void> {
  if (existing.length === 0) return run(tx, file)
  try {
    await tx.savepoint((part) => part.unsafe(file.text))
  } catch (error) {
    if (!(error instanceof postgres.PostgresError && cannotReplace.includes(error.code ?? '')))
      return run(tx, file)
    await dropFunctions(tx, existing, file.name)
    return run(tx, file)
  }
  // Other parameters make a second function beside the first, which PostgreSQL leaves untouched.
  const now = (await readExisting(tx, file.name)).get(file.name) ?? []
  const untouched = now.filter(({ signature, version }) =>
    existing.some((one) => one.signature === signature && one.version === version),
  )
  await dropFunctions(tx, untouched, file.name)
}

async function record(
  tx: SqlTransaction,
  changed: readonly FunctionFile[],
  removed: string[],
): Promise<void> {
  await tx`delete from schema_function where name = any(${removed})`
  if (changed.length === 0) return
  await tx`
    insert into schema_function ${tx(changed, 'name', 'kind', 'checksum')}
    on conflict (name) do update
      set kind = excluded.kind, checksum = excluded.checksum, applied_at = excluded.applied_at`
}

/**
 * Files in an order in which PostgreSQL accepts them: after the views and functions that they mention,
 * otherwise by path. It checks a view and an SQL function when it creates them.
 */
function inOrder(files: readonly FunctionFile[]): FunctionFile[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  const ordered = new Set<FunctionFile>()
  const visit = (file: FunctionFile, path: readonly string[]): void => {
    if (ordered.has(file)) return
    if (path.includes(file.name))
      throw new MigrationError(`関数が互いを使っています: ${[...path, file.name].join(' → ')}`)
    for (const word of mentionedIn(file)) {
      const needed = byName.get(word)
      if (needed && needed !== file) visit(needed, [...path, file.name])
    }
    ordered.add(file)
  }
  for (const file of files) visit(file, [])
  return [...ordered]
}

/** The words of a file outside its comments. */
const mentionedIn = ({ text }: FunctionFile): Set<string> =>
  new Set(text.replaceAll(/--.*$/gm, '').match(/\w+/g))

/** Says what PostgreSQL rejected, and in which line of the text. */
export async function asMigrationError(
  what: string,
  work: () => Promise<unknown>,
  text?: string,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    const line = error.position && text ? text.slice(0, Number(error.position)).split('\n').length : '?'
    const place = text === undefined ? '' : ` の ${line} 行目`
    // Without the cause: it carries the whole file's text.
    throw new MigrationError(`${what}${place}でエラー: ${error.message}`)
  }
}
