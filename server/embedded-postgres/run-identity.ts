import { execFile } from 'node:child_process'
import { chmod, chown, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedPostgresError } from './error.ts'

const run = promisify(execFile)

/** How to start a PostgreSQL program so that it agrees to run: it refuses to be root. */
export interface RunIdentity {
  /** Owner of the cluster's files when it isn't the current user. */
  owner?: { uid: number; gid: number }
  /** Wraps the command so that it runs as that owner. */
  wrap(command: string, args: readonly string[]): WrappedCommand
}

export interface WrappedCommand {
  command: string
  args: string[]
  uid?: number
  gid?: number
}

const systemUser = 'postgres'

/** Linux capability numbers that let a process pass closed folders; the weaker one first. */
const passingCapabilities = [
  { name: 'dac_read_search', bit: 2n },
  { name: 'dac_override', bit: 1n },
] as const

/**
 * Decides which user runs PostgreSQL. Not root: the current user. Root: the owner of the cluster, for a new one the
 * system user `postgres`, created if missing, whose group may pass through a data folder that the app created; when
 * another parent folder of the cluster or of the program is closed to that user (a 0700 home), it also gets the
 * capability to pass closed folders, through setpriv.
 *
 * Refuses (EmbeddedPostgresError): the user can't be created, or a folder is closed and can't be opened from here.
 */
export async function chooseRunIdentity(clusterDir: string, program: string): Promise<RunIdentity> {
  if (process.getuid?.() !== 0) {
    return { wrap: (command, args) => ({ command, args: [...args] }) }
  }
  const owner = (await findOwner(clusterDir)) ?? (await findUser()) ?? (await createUser())
  await letPass(dirname(clusterDir), owner)
  const closed = await findClosedFolder([clusterDir, program], owner)
  if (closed === undefined) {
    return { owner, wrap: (command, args) => ({ command, args: [...args], ...owner }) }
  }
  const capability = await findPassingCapability()
  if (capability === undefined) throw closedFolderError(closed)
  const flags = [
    ...[`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'],
    ...[`--inh-caps=-all,+${capability}`, `--ambient-caps=-all,+${capability}`, '--'],
  ]
  return { owner, wrap: (command, args) => ({ command: 'setpriv', args: [...flags, command, ...args] }) }
}

/** Modes that the app gave the data folder, now or in earlier versions. Any other mode was chosen by an administrator. */
const appMadeModes = [0o700, 0o711]

async function letPass(dataDir: string, { gid }: { gid: number }): Promise<void> {
  const { uid, mode } = await stat(dataDir)
  if (uid !== 0 || !appMadeModes.includes(mode & 0o7777)) return
  await chown(dataDir, uid, gid)
  await chmod(dataDir, 0o710)
}

function closedFolderError(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `内蔵 PostgreSQL は ${systemUser} ユーザーで動きますが、フォルダ ${folder} を通れません。` +
      `chmod o+x ${folder} を実行するか、DATA_DIR とアプリを別の場所に置くか、root 以外で起動してください。` +
      ` (The user "${systemUser}" cannot enter ${folder}: run chmod o+x on it, move DATA_DIR and the app, or start as a normal user.)`,
  )
}

async function findOwner(path: string): Promise<{ uid: number; gid: number } | undefined> {
  const { uid, gid } = await stat(path).catch(() => ({ uid: 0, gid: 0 }))
  return uid === 0 ? undefined : { uid, gid }
}

async function findUser(): Promise<{ uid: number; gid: number } | undefined> {
  const passwd = await readFile('/etc/passwd', 'utf8')
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === systemUser)
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) }
}

async function createUser(): Promise<{ uid: number; gid: number }> {
  const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', systemUser]
  try {
    await run('useradd', flags)
  } catch (cause) {
    // With two starts on one new machine, the other one may have been first.
    const user = await findUser()
    if (user) return user
    throw new EmbeddedPostgresError(
      `root では PostgreSQL を動かせないため、システムユーザー ${systemUser} を作ろうとして失敗しました。` +
        `useradd --system ${systemUser} を実行するか、root 以外で起動するか、DATABASE_URL を設定してください。`,
      { cause },
    )
  }
  const user = await findUser()
  if (!user)
    throw new EmbeddedPostgresError(`システムユーザー ${systemUser} が /etc/passwd に見つかりません。`)
  return user
}

/** @returns the outermost folder above one of the paths that the user may not pass */
async function findClosedFolder(
  paths: readonly string[],
  user: { uid: number; gid: number },
): Promise<string | undefined> {
  const folders = new Set(paths.flatMap(ancestorsOf))
  for (const folder of [...folders].sort()) {
    const { mode, uid, gid } = await stat(folder)
    const passBit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & passBit) === 0) return folder
  }
  return undefined
}

function ancestorsOf(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [] : [...ancestorsOf(parent), parent]
}

async function findPassingCapability(): Promise<string | undefined> {
  try {
    // Only util-linux's setpriv knows ambient capabilities.
    const { stdout } = await run('setpriv', ['--help'])
    if (!stdout.includes('--ambient-caps')) return undefined
    const status = await readFile('/proc/self/status', 'utf8')
    const permitted = BigInt(`0x${/^CapPrm:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`)
    return passingCapabilities.find(({ bit }) => (permitted >> bit) & 1n)?.name
  } catch {
    return undefined
  }
}
