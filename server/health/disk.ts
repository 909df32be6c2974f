import { statfs } from 'node:fs/promises'

/** What an unprivileged process can still write below a folder. */
export const freeDiskBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
