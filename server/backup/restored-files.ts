import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { BackupError } from './backup-error.ts'
import { sandboxName, secretFingerprint, secretName } from './manifest.ts'
import type { OpenBackup } from './read-backup.ts'

/** The files of an installation in the data folder, besides its database. `cache` is filled again. */
const ownFolders = ['images', 'identity', 'exports', 'videos']
const ownNames = [...ownFolders, 'cache', secretName, sandboxName]

const unlessMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Refuses (BackupError) a data folder that has files already, or another secret than the backup's. */
export const assertNoFiles = async (dataDir: string, secretMark: string): Promise<void> => {
  for (const folder of ownFolders) {
    const found = await readdir(path.join(dataDir, folder)).catch(unlessMissing)
    if (found && found.length > 0) throw alreadyThere(path.join(dataDir, folder))
  }
  const secret = await readFile(path.join(dataDir, secretName), 'utf8').catch(unlessMissing)
  if (secret !== null && secretFingerprint(Buffer.from(secret, 'hex')) !== secretMark)
    throw alreadyThere(path.join(dataDir, secretName))
}

const alreadyThere = (what: string): BackupError =>
  new BackupError(`${what} が、すでにあります。消して置き換えるときは --replace を付けてください。`)

export interface RestoredFiles extends AsyncDisposable {
  /** Replaces the existing files. */
  place(): Promise<void>
  /** Brings back the earlier files. */
  revert(): Promise<void>
}

/** Writes the files of a backup aside, on the same file system, so that a full disk is noticed before any change. */
export const extractFiles = async (dataDir: string, backup: OpenBackup): Promise<RestoredFiles> => {
  const aside = path.join(dataDir, `restore.partial-${randomUUID()}`)
  const [fresh, former] = [path.join(aside, 'fresh'), path.join(aside, 'former')]
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  await mkdir(former, { mode: 0o700 })
  try {
    for (const name of backup.files) await extract(path.join(fresh, name), backup.contentOf(name))
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    throw error
  }
  const moved: { from: string; to: string }[] = []
  const move = async (from: string, to: string): Promise<void> => {
    if ((await rename(from, to).catch(unlessMissing)) !== null) moved.push({ from, to })
  }
  return {
    place: async () => {
      const names =
        backup.manifest.secret.origin === 'setting' ? ownNames.filter((one) => one !== secretName) : ownNames
      for (const name of names) await move(path.join(dataDir, name), path.join(former, name))
      for (const name of ownNames) await move(path.join(fresh, name), path.join(dataDir, name))
    },
    revert: async () => {
      for (const { from, to } of moved.reverse()) await rename(to, from)
    },
    [Symbol.asyncDispose]: () => rm(aside, { recursive: true, force: true }),
  }
}

const extract = async (file: string, content: AsyncIterable<Uint8Array>): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await using handle = await open(file, 'wx', 0o600)
  for await (const chunk of content) await handle.writeFile(chunk)
  await handle.sync()
}
