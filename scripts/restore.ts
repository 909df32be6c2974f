/** `npm run restore -- <file> [--replace]`: puts a backup into an empty data folder and database. */
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { printFailure } from './run-app.ts'
import { typedPath } from './typed-path.ts'

const replaceOption = '--replace'

try {
  const words = process.argv.slice(2)
  const [file, ...others] = words.filter((word) => word !== replaceOption)
  if (file === undefined || others.length > 0 || file.startsWith('-'))
    throw new ConfigError(`使い方: npm run restore -- ファイル [${replaceOption}]`)
  const manifest = await restoreBackup(readConfig(process.env), {
    file: typedPath(file),
    replace: words.includes(replaceOption),
    progress: (line) => console.log(line),
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${manifest.madeAt} のバックアップを復元しました（${manifest.tables.length}表 ${rows}行）。`)
} catch (error) {
  printFailure(error)
  process.exitCode = 1
}
