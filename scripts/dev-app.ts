import { startApp } from '#server/app/main.ts'
import { printFailure, stopOnSignals } from './run-app.ts'

try {
  const app = await startApp(process.env, { progress: (line) => console.log(line), web: 'dev' })
  stopOnSignals(app, { noticeMs: app.context.config.shutdownNoticeMs })
  console.log(`開発サーバー: ${app.url}`)
} catch (error) {
  printFailure(error)
  // The next save starts it again.
  process.exitCode = 1
}
