import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '#server/config/config-error.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * This data folder's id among the processes on a database. It survives restarts: a process that holds the
 * folder's lock and reads this id knows that the process before it is gone.
 */
export const loadNodeId = async (dataDir: string): Promise<string> => {
  const file = path.join(dataDir, 'node-id')
  try {
    await writeFile(file, randomUUID(), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const id = (await readFile(file, 'utf8')).trim()
  if (!uuid.test(id)) throw new ConfigError(`${file} は壊れています。削除すると次の起動で作り直します。`)
  return id
}
