/** `npm run backup -- <file or folder>`: writes all data into one file, beside a running app or without one. */
import { readFile } from 'node:fs/promises'
import { makeBackup } from '#server/backup/make-backup.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { printFailure } from './run-app.ts'
import { typedPath } from './typed-path.ts'
import { withDatabase } from './with-database.ts'

try {
  const [target, ...others] = process.argv.slice(2)
  if (target === undefined || others.length > 0)
    throw new ConfigError('使い方: npm run backup -- ファイルまたはフォルダ')
  const config = readConfig(process.env)
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  const made = await withDatabase(config, ({ sql }) =>
    makeBackup(config, sql, { target: typedPath(target), appVersion: version }),
  )
  console.log(`${made.file} を作りました（${made.tables}表 ${made.rows}行、ファイル${made.files}件）。`)
  if (config.appSecret) console.log('APP_SECRET は入っていません。別の場所に保管してください。')
  if (config.s3) console.log('画像・動画・本人確認書類はバケットにあり、入っていません。')
  if (made.ledgerDefects > 0) {
    console.log(`台帳に ${made.ledgerDefects} 件の問題があります。npm run ledger:check で確かめてください。`)
    process.exitCode = 1
  }
} catch (error) {
  printFailure(error)
  process.exitCode = 1
}
