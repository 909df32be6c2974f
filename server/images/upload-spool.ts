import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { StorageUnavailable } from '#adapters/storage/port.ts'

/** Of all uploads of this process that are arriving or waiting to be processed. */
const spooledBytesMax = 1024 ** 3
const cipher = 'aes-256-ctr'
/** A key encrypts one upload alone, so its counter may begin at zero. */
const counter = Buffer.alloc(16)

/** Bytes of one upload, stored on the disk until they are read. */
export interface Spool {
  /** False when the spools of this process are full. */
  write(bytes: Uint8Array): Promise<boolean>
  read(): Promise<Buffer>
  [Symbol.asyncDispose](): Promise<void>
}

interface Spools {
  open(): Promise<Spool>
}

/**
 * Stores uploads in files without a name, which the system deletes when they are closed, however this process
 * ends. They are encrypted with keys that never leave memory, because images of identity documents are among
 * them.
 */
export const createSpools = (dataDir: string, bytesMax = spooledBytesMax): Spools => {
  const folder = path.join(dataDir, 'cache', 'uploads')
  let held = 0
  return {
    open: async () => {
      const handle = await orUnavailable(openNameless(folder))
      const key = randomBytes(32)
      const encryption = createCipheriv(cipher, key, counter)
      let written = 0
      return {
        write: async (bytes) => {
          if (held + bytes.length > bytesMax) return false
          held += bytes.length
          written += bytes.length
          await orUnavailable(handle.writeFile(encryption.update(bytes)))
          return true
        },
        read: async () => {
          const encrypted = Buffer.alloc(written)
          for (let at = 0; at < written; ) {
            const { bytesRead } = await handle.read(encrypted, at, written - at, at)
            if (bytesRead === 0)
              throw new StorageUnavailable('cache/uploads', new Error('the file is too short'))
            at += bytesRead
          }
          return createDecipheriv(cipher, key, counter).update(encrypted)
        },
        [Symbol.asyncDispose]: async () => {
          held -= written
          await handle.close()
        },
      }
    },
  }
}

const openNameless = async (folder: string) => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, randomUUID())
  const handle = await open(file, 'wx+', 0o600)
  await rm(file)
  return handle
}

/** A full disk is the storage's failure, whose sentence asks the member to try again later. */
const orUnavailable = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw new StorageUnavailable('cache/uploads', error)
  })
