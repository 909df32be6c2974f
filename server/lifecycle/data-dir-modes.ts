import { chmod, stat } from 'node:fs/promises'
import path from 'node:path'
import { storageFolders } from '#adapters/storage/port.ts'
import type { Log } from './log.ts'

/** What processes create directly below the data folder; PostgreSQL manages the modes of its own folder. */
const entries = [
  ...storageFolders,
  'cache',
  'secret',
  'node-id',
  'postgres.json',
  'sandbox-payments.jsonl',
] as const
/** The mode of the data folder in earlier versions. A folder that was made by hand keeps its mode. */
const formerRootMode = 0o711
/** Read, write and search, for the group and for others. */
const foreignBits = 0o077
const permissionBits = 0o7777

/**
 * Removes the permissions of group and others from the data folder, where it has the mode of earlier versions, and from
 * its direct entries. What lies in them keeps its mode: a file in a closed folder is out of reach, whatever its own mode
 * is. A refusal by the file system is logged, and the start goes on.
 */
export const restrictDataDirPermissions = async (dataDir: string, log: Pick<Log, 'error'>): Promise<void> => {
  const { mode } = await stat(dataDir)
  if ((mode & permissionBits) === formerRootMode) await close(dataDir, mode, log)
  for (const entry of entries) {
    const found = await stat(path.join(dataDir, entry)).catch(() => null)
    if (found && (found.mode & foreignBits) !== 0) await close(path.join(dataDir, entry), found.mode, log)
  }
}

const close = (file: string, mode: number, log: Pick<Log, 'error'>): Promise<void> =>
  chmod(file, mode & permissionBits & ~foreignBits).catch((error: unknown) =>
    log.error('data-dir-open', { entry: path.basename(file), error }),
  )
