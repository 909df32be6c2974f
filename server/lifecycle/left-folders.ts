import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Longer than any work in such a folder takes. */
const leftHours = 3

/**
 * Deletes what killed processes of this machine left behind: of the folders in `parent`, each of which belongs to one piece
 * of work, those in which nothing was made for three hours.
 */
export const deleteLeftFolders = async (parent: string): Promise<void> => {
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = path.join(parent, name)
    // Its work may end at this moment.
    const found = await stat(folder).catch(() => null)
    if (found && found.mtimeMs < Date.now() - leftHours * 3_600_000)
      await rm(folder, { recursive: true, force: true })
  }
}
