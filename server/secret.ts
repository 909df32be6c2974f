import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const secretBytes = 32

/** A set secret of any length as a key of ours. */
export const secretFrom = (set: string): Buffer => createHash('sha256').update(set).digest()

/** The signing secret of this data folder, made at the first start and readable by its owner only. */
export const loadSecret = async (dataDir: string): Promise<Buffer> => {
  const file = path.join(dataDir, 'secret')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, randomBytes(secretBytes).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = Buffer.from(await readFile(file, 'utf8'), 'hex')
  if (secret.length !== secretBytes)
    throw new Error(`${file} は壊れています。削除すると次の起動で作り直します。`)
  return secret
}
