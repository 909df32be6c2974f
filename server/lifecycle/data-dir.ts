import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '#server/config/config-error.ts'

const ownMode = 0o700
const passableMode = 0o711

const reasons: Readonly<Record<string, string>> = {
  ENOTDIR: 'その場所か途中に、フォルダではないファイルがあります',
  EEXIST: 'その場所に、フォルダではないファイルがあります',
  EACCES: '書き込む権限がありません',
  EPERM: '書き込む権限がありません',
  EROFS: '読み取り専用の場所です',
  ENOENT: 'その場所にはフォルダを作れません',
  ENAMETOOLONG: '名前が長すぎます',
  ELOOP: 'リンクがたどれません',
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** A sentence instead of a stack for a file that can't be used; undefined for an error of another kind. */
export const sentenceOfFileError = (path: string, error: unknown): ConfigError | undefined => {
  const code = String(codeOf(error))
  const reason = reasons[code]
  if (reason === undefined) return undefined
  return new ConfigError(
    `データフォルダ ${path} を使えません。${reason}（${code}）。設定 DATA_DIR に、書き込めるフォルダを指定してください。`,
    { cause: error },
  )
}

/** A full disk is no wrong setting: the app reports it while it runs, and PostgreSQL where it can't start. */
const isFull = (error: unknown): boolean => codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'

/**
 * Creates a folder and those above it, which other accounts may search. An existing folder keeps its mode. Node's own
 * `recursive` never ends below /proc.
 */
const makeFolder = async (folder: string, mode: number): Promise<void> => {
  const make = () =>
    mkdir(folder, { mode }).catch(async (error: unknown) => {
      const isThere = codeOf(error) === 'EEXIST' && (await stat(folder)).isDirectory()
      if (!isThere) throw error
    })
  try {
    await make()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    await makeFolder(dirname(folder), passableMode)
    await make()
  }
}

/** Creates the data folder when it is missing, for its owner alone. */
export const makeDataDir = (dataDir: string): Promise<void> => makeFolder(dataDir, ownMode)

/** Creates the data folder when it is missing, and tries to write there. Refuses (ConfigError) with the reason. */
export const prepareDataDir = async (dataDir: string): Promise<void> => {
  const trial = join(dataDir, `.trial-${randomUUID()}`)
  try {
    await makeDataDir(dataDir)
    await writeFile(trial, 'x', { flag: 'wx' })
  } catch (error) {
    if (!isFull(error)) throw sentenceOfFileError(dataDir, error) ?? error
  }
  await rm(trial, { force: true })
}
