import { createHash } from 'node:crypto'
import { lstat, mkdir, statfs } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url))
/** Where Linux has a file system in memory. */
const memory = '/dev/shm'
const tmpfsType = 0x01_02_19_94
/** The databases of a run take a few hundred MB, and the log of their changes as much again. */
const memoryBytesMin = 4 * 2 ** 30

/**
 * The folder of this working copy's test clusters: in memory, where there is enough of it. A database is a thousand small
 * files; a busy disk takes seconds to create and to drop them. The next run uses what is there again; deleting it is
 * harmless when no tests run.
 */
export async function clustersFolder(): Promise<string> {
  const name = `koyoi-test-${createHash('sha256').update(repositoryRoot).digest('hex').slice(0, 12)}`
  const folder = `${memory}/${name}`
  return (await hasRoom()) && (await isOurs(folder)) ? folder : `${repositoryRoot}.test`
}

async function hasRoom(): Promise<boolean> {
  const found = await statfs(memory).catch(() => undefined)
  if (found?.type !== tmpfsType) return false
  return Math.min(found.bavail * found.bsize, process.availableMemory()) >= memoryBytesMin
}

/** Anyone may create files there, and the name is no secret. */
async function isOurs(folder: string): Promise<boolean> {
  await mkdir(folder, { mode: 0o711 }).catch(() => undefined)
  const found = await lstat(folder).catch(() => undefined)
  return found?.isDirectory() === true && found.uid === process.getuid?.()
}
