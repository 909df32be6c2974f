/** `npm run operator -- add|reset|close <mail>`: opens, resets and closes operators, beside a running app or without one. */
import { ConfigError, readConfig } from '#server/config/config.ts'
import type { Tx } from '#server/db/database.ts'
import { addOperator, closeOperator, resetOperator } from '#server/operators/accounts.ts'
import { printFailure } from './run-app.ts'
import { withDatabase } from './with-database.ts'

const printPassword = ({ mail, password }: { mail: string; password: string }): string =>
  [
    `メールアドレス: ${mail}`,
    `パスワード: ${password}`,
    'この画面にだけ表示されます。最初のログインで認証アプリを登録してください。',
  ].join('\n')

const commands: Record<string, (tx: Tx, mail: string) => Promise<string>> = {
  add: async (tx, mail) => printPassword(await addOperator(tx, mail)),
  reset: async (tx, mail) => printPassword(await resetOperator(Date.now, tx, mail)),
  close: async (tx, mail) => `運営者 ${(await closeOperator(Date.now, tx, mail)).mail} を閉じました。`,
}

try {
  const [name = '', mail] = process.argv.slice(2)
  const command = commands[name]
  if (!command || mail === undefined)
    throw new ConfigError('使い方: npm run operator -- add|reset|close メールアドレス')
  const message = await withDatabase(readConfig(process.env), ({ db }) =>
    db.transaction().execute((tx) => command(tx, mail)),
  )
  console.log(message)
} catch (error) {
  printFailure(error)
  process.exitCode = 1
}
