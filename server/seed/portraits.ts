import { createHash } from 'node:crypto'
import { access, copyFile, mkdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const portraitsFolder = fileURLToPath(new URL('../../seed/portraits/', import.meta.url))

export type SeededImage = {
  id: string
  owner_id: string
  path: string
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/**
 * Puts each person's portrait where originals live, unless it is there. An image id always names the same picture, so
 * it is made of the picture and its owner: a redrawn portrait gets another id.
 */
export const placePortraits = async (
  dataDir: string,
  people: readonly { id: string; portrait: string | null }[],
): Promise<SeededImage[]> => {
  const folder = path.join(dataDir, 'images')
  await mkdir(folder, { recursive: true })
  const placed = people.map(async ({ id: ownerId, portrait }) => {
    if (portrait === null) return []
    const source = path.join(portraitsFolder, portrait)
    const hash = createHash('sha256')
      .update(ownerId)
      .update(await readFile(source))
    const id = hash.digest('hex').slice(0, 24)
    const image = { id, owner_id: ownerId, path: `${id}.svg` }
    const target = path.join(folder, image.path)
    if (!(await isThere(target))) {
      await copyFile(source, `${target}.draft`)
      await rename(`${target}.draft`, target)
    }
    return [image]
  })
  return (await Promise.all(placed)).flat()
}
