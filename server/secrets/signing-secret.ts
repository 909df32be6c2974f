import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '#server/config/config-error.ts'

const secretBytes = 32

/** A set secret of any length as a key. */
export const secretFrom = (set: string): Buffer => createHash('sha256').update(set).digest()

/** The signing secret of this data folder, created at the first start and readable by its owner only. */
export const loadSecret = async (dataDir: string): Promise<Buffer> => {
  const file = path.join(dataDir, 'secret')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, randomBytes(secretBytes).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const text = (await readFile(file, 'utf8')).trim()
  const secret = /^[0-9a-f]*$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.alloc(0)
  if (secret.length !== secretBytes)
    throw new ConfigError(
      `署名の鍵 ${file} は${text === '' ? '空です' : '壊れています'}。バックアップから戻してください。` +
        'バックアップがないときだけ削除してください。次の起動で作り直しますが、この鍵で封じたもの' +
        '（配信者の支払い先口座、本人確認書類、オペレーターの認証アプリ）は二度と開けなくなり、' +
        'プッシュ通知の登録と通話の認証もやり直しになります。',
    )
  return secret
}
