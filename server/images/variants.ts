import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Storage, StorageKey } from '#adapters/storage/port.ts'
import type { Db } from '#server/db/database.ts'
import { renderVariant, type Variant } from './render.ts'
import { createGate } from './request-guard.ts'
import type { Watermark } from './watermark/watermark.ts'

/** Images being rendered at once in this process. */
const workersMax = 2

/** Reads a file; null when there is none. */
const readIfThere = async (file: string): Promise<Buffer | null> => {
  try {
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** The key of an original in the storage; `path` is the column of its row. */
export const originalKey = (path: string): StorageKey => `images/${path}`

const variantsFolder = (dataDir: string): string => path.join(dataDir, 'cache', 'images')

interface Variants {
  /** A variant of an original, or one buyer's copy of it; null when the storage has no such original. */
  read(
    image: { id: string; path: string },
    variant: Variant,
    watermark?: Watermark | null,
  ): Promise<Buffer | null>
}

/** A buyer's copy is named by its key: the folder tells nobody who bought. */
export const variantName = (
  { size, quality, format, isBlurred }: Variant,
  watermark: Watermark | null = null,
): string => {
  const copy = watermark ? `-${watermark.key.toString('hex', 0, 16)}${watermark.code ? '-seen' : ''}` : ''
  return `${size}-${quality}${isBlurred ? '-blurred' : ''}${copy}.${format}`
}

/** A variant that was rendered on this machine before; null otherwise. */
export const readCachedVariant = (
  dataDir: string,
  imageId: string,
  variant: Variant,
): Promise<Buffer | null> => readIfThere(path.join(variantsFolder(dataDir), imageId, variantName(variant)))

/** Deletes the variants of an image on this machine. */
export const deleteVariants = (dataDir: string, imageId: string): Promise<void> =>
  rm(path.join(variantsFolder(dataDir), imageId), { recursive: true, force: true })

/** Images of one question to the database. */
const idsAtOnce = 1_000

/** Deletes the variants on this machine whose image is gone: another node has deleted it, or it went while one was made. */
export const deleteStrayVariants = async (db: Db, dataDir: string): Promise<void> => {
  const ids = await readdir(variantsFolder(dataDir)).catch(() => [])
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const some = ids.slice(at, at + idsAtOnce)
    const rows = await db.selectFrom('image').select('id').where('id', 'in', some).execute()
    const known = new Set(rows.map(({ id }) => id))
    for (const id of some) if (!known.has(id)) await deleteVariants(dataDir, id)
  }
}

/**
 * Variants are rendered once and cached on this machine, below `DATA_DIR/cache/images`; the folder may be
 * emptied at any time.
 */
export const createVariants = (dataDir: string, storage: Storage, render = renderVariant): Variants => {
  const gate = createGate(workersMax)
  const inFlight = new Map<string, Promise<Buffer | null>>()

  const make = async (
    image: { path: string },
    variant: Variant,
    watermark: Watermark | null,
    file: string,
  ): Promise<Buffer | null> => {
    const cached = await readIfThere(file)
    if (cached) return cached
    const original = await storage.get(originalKey(image.path))
    if (!original) return null
    const made = await gate(() => render(original, variant, watermark))
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    // Another process may be writing the same variant; a rename is atomic.
    const draft = `${file}.${randomUUID()}.draft`
    await writeFile(draft, made, { mode: 0o600 })
    await rename(draft, file)
    return made
  }

  return {
    read: (image, variant, watermark = null) => {
      const file = path.join(variantsFolder(dataDir), image.id, variantName(variant, watermark))
      const running = inFlight.get(file)
      if (running) return running
      const making = make(image, variant, watermark, file).finally(() => inFlight.delete(file))
      inFlight.set(file, making)
      return making
    },
  }
}
