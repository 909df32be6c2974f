import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PostgresBinaries } from './binaries.ts'
import { EmbeddedPostgresError } from './error.ts'
import type { RunIdentity } from './run-identity.ts'

const run = promisify(execFile)

/** Stored in `postgres.json` beside the cluster, readable by the app's user alone. */
export interface ClusterRecord {
  /** The password of the role `postgres`, used only to prepare the cluster. */
  superuserPassword: string
  /** The password of the role `koyoi`, which owns the database and is no superuser. */
  appPassword: string
  /** Loopback port of the last start, used again when it is free. */
  port?: number
  /** Whether the role and the database exist. */
  isPrepared: boolean
}

export const superuserRole = 'postgres'
export const appRole = 'koyoi'
export const appDatabase = 'koyoi'

const clusterFolderName = 'postgres'
const partialPrefix = 'postgres.partial-'
const recordFile = 'postgres.json'

/** Fixed for every start; settings that vary by deployment are passed as `settings` to startEmbeddedPostgres. */
const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  // Statements and errors may contain members' texts: server-lines.ts picks what is reported.
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  log_line_prefix: '',
  jit: 'off',
  // Parallel workers need /dev/shm, which containers keep small, and the queries here are short.
  max_parallel_workers_per_gather: '0',
} as const

export function serverArguments(
  clusterDir: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): string[] {
  const all = { ...serverSettings, ...settings }
  return [
    '-D',
    clusterDir,
    '-p',
    String(port),
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/**
 * Creates the cluster under the data folder when there is none. It is built aside and renamed when complete, so an
 * interrupted first start leaves nothing half made.
 *
 * Refuses (EmbeddedPostgresError): a cluster of another major version, a lost password file, a failed initdb.
 */
export async function ensureCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  identity: RunIdentity,
): Promise<{ clusterDir: string; record: ClusterRecord }> {
  const clusterDir = clusterFolder(dataDir)
  const version = await readIfExists(join(clusterDir, 'PG_VERSION'))
  if (version === undefined) return createCluster(dataDir, binaries, identity)
  if (version.trim() !== binaries.majorVersion) {
    throw new EmbeddedPostgresError(
      `${clusterDir} は PostgreSQL ${version.trim()} のデータですが、内蔵のものは ${binaries.majorVersion} です。` +
        'docs/operations.md の Upgrade の手順で移してください。',
    )
  }
  const record = await readRecord(dataDir)
  if (!record) {
    throw new EmbeddedPostgresError(
      `${join(dataDir, recordFile)} がないため、内蔵 PostgreSQL に接続できません。バックアップから戻してください。`,
    )
  }
  return { clusterDir: await realpath(clusterDir), record }
}

/** Folder of the cluster under a data folder. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, clusterFolderName)
}

async function createCluster(dataDir: string, binaries: PostgresBinaries, identity: RunIdentity) {
  await removePartialClusters(dataDir)
  const partialDir = join(dataDir, `${partialPrefix}${randomBytes(6).toString('hex')}`)
  await mkdir(partialDir, { mode: 0o700 })
  const record: ClusterRecord = {
    superuserPassword: randomBytes(24).toString('base64url'),
    appPassword: randomBytes(24).toString('base64url'),
    isPrepared: false,
  }
  await writeRecord(dataDir, record)
  await initialise(partialDir, record, binaries, identity)
  const clusterDir = clusterFolder(dataDir)
  await rename(partialDir, clusterDir)
  return { clusterDir: await realpath(clusterDir), record }
}

async function initialise(
  directory: string,
  record: ClusterRecord,
  binaries: PostgresBinaries,
  identity: RunIdentity,
): Promise<void> {
  // initdb runs as the owner and needs an empty folder, so the password file lies beside it until initdb has ended.
  const passwordFile = `${directory}.password`
  await writeFile(passwordFile, `${record.superuserPassword}\n`, { mode: 0o600 })
  if (identity.owner) {
    const { uid, gid } = identity.owner
    await Promise.all([chown(directory, uid, gid), chown(passwordFile, uid, gid)])
  }
  const { command, args, ...ids } = identity.wrap(binaries.initdb, [
    `--pgdata=${directory}`,
    `--username=${superuserRole}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in provider sorts alike on every system and survives its upgrades.
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    '--no-instructions',
  ])
  try {
    await run(command, args, { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...ids })
  } catch (cause) {
    const { stderr = '', message } = cause as Error & { stderr?: string }
    const output = stderr.trim() || message
    await rm(directory, { recursive: true, force: true })
    throw new EmbeddedPostgresError(`内蔵 PostgreSQL の準備（initdb）に失敗しました: ${output}`, { cause })
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function removePartialClusters(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(partialPrefix))
  await Promise.all(names.map((name) => rm(join(dataDir, name), { recursive: true, force: true })))
}

export async function readRecord(dataDir: string): Promise<ClusterRecord | undefined> {
  const text = await readIfExists(join(dataDir, recordFile))
  if (text === undefined) return undefined
  const record = parseRecord(text)
  if (!record) {
    throw new EmbeddedPostgresError(
      `${join(dataDir, recordFile)} は壊れているため、内蔵 PostgreSQL に接続できません。バックアップから戻してください。`,
    )
  }
  return record
}

function parseRecord(text: string): ClusterRecord | undefined {
  try {
    const record = JSON.parse(text) as Partial<ClusterRecord> | null
    const hasPasswords =
      typeof record?.appPassword === 'string' && typeof record.superuserPassword === 'string'
    return hasPasswords ? (record as ClusterRecord) : undefined
  } catch {
    return undefined
  }
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new EmbeddedPostgresError(
      `${path} を読めません（${code}）。前回と同じユーザーで起動してください。`,
      {
        cause,
      },
    )
  }
}

/** Replaces the record in one step: a crash leaves the old or the new one. */
export async function writeRecord(dataDir: string, record: ClusterRecord): Promise<void> {
  const path = join(dataDir, recordFile)
  await writeFile(`${path}.new`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
}
