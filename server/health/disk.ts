import { statfs } from 'node:fs/promises'

/** The bytes that an unprivileged process can still write below a folder. */
export const freeDiskBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
