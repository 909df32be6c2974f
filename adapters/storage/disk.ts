import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { assertStorageKey, isStorageKey, type Storage, StorageKeyTaken, StorageUnavailable } from './port.ts'

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Originals in folders below `root`, which the owner of this process alone can read. */
export const createDiskStorage = (root: string): Storage => {
  const read = async (key: string): Promise<Buffer | null> => {
    try {
      return await readFile(path.join(root, key))
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null
      throw new StorageUnavailable(key, error)
    }
  }

  return {
    put: async (key, bytes) => {
      assertStorageKey(key)
      const file = path.join(root, key)
      try {
        await writeOnce(file, bytes)
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw new StorageUnavailable(key, error)
        if (!(await read(key))?.equals(bytes)) throw new StorageKeyTaken(key)
      }
    },
    putFile: async (key, source) => {
      assertStorageKey(key)
      try {
        await writeOnce(path.join(root, key), createReadStream(source))
      } catch (error) {
        throw hasCode(error, 'EEXIST') ? new StorageKeyTaken(key) : new StorageUnavailable(key, error)
      }
    },
    open: async (key) => {
      if (!isStorageKey(key)) return null
      try {
        const handle = await open(path.join(root, key))
        return { stream: handle.createReadStream(), bytes: (await handle.stat()).size }
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return null
        throw new StorageUnavailable(key, error)
      }
    },
    openRange: async (key, { first, last }) => {
      if (!isStorageKey(key)) return null
      try {
        const handle = await open(path.join(root, key))
        return handle.createReadStream({ start: first, end: last })
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return null
        throw new StorageUnavailable(key, error)
      }
    },
    get: async (key) => (isStorageKey(key) ? read(key) : null),
    delete: async (key) => {
      assertStorageKey(key)
      try {
        await rm(path.join(root, key), { force: true })
      } catch (error) {
        throw new StorageUnavailable(key, error)
      }
    },
  }
}

/** A second name for a written draft appears at once with all its bytes, and fails with EEXIST where there is one. */
const writeOnce = async (file: string, bytes: Uint8Array | Readable): Promise<void> => {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}.draft`
  try {
    await using handle = await open(draft, 'wx', 0o600)
    await handle.writeFile(bytes)
    await handle.sync()
    await link(draft, file)
    await using names = await open(folder)
    await names.sync()
  } finally {
    await rm(draft, { force: true })
  }
}
