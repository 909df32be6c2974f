import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Storage } from '#adapters/storage/port.ts'
import { originalKey } from '#server/images/variants.ts'

const portraitsFolder = fileURLToPath(new URL('../../../seed/portraits/', import.meta.url))

export type SeededImage = {
  id: string
  owner_id: string
  path: string
}

/**
 * Puts each person's portrait into the storage. An image id always names the same picture, so it is derived
 * from the picture and its owner: a redrawn portrait gets another id.
 */
export const placePortraits = async (
  storage: Storage,
  people: readonly { id: string; portrait: string | null }[],
): Promise<SeededImage[]> => {
  const placed = people.map(async ({ id: ownerId, portrait }) => {
    if (portrait === null) return []
    const picture = await readFile(path.join(portraitsFolder, portrait))
    const id = createHash('sha256').update(ownerId).update(picture).digest('hex').slice(0, 24)
    const image = { id, owner_id: ownerId, path: `${id}.svg` }
    await storage.put(originalKey(image.path), picture)
    return [image]
  })
  return (await Promise.all(placed)).flat()
}
