import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The entries below a folder that another account of the machine could read, search or change, as `mode
 * path`, and how many entries were checked.
 */
export const openEntries = async (folder: string): Promise<{ open: string[]; seen: string[] }> => {
  const seen = await readdir(folder, { recursive: true })
  const open: string[] = []
  for (const name of seen) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (!found) continue
    const mode = found.mode & 0o7777
    if (mode !== (found.isDirectory() ? 0o700 : 0o600)) open.push(`${mode.toString(8)} ${name}`)
  }
  return { open, seen }
}
