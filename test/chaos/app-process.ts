/** The app as `npm start` runs it, without pages: what the chaos runs kill and start again. */
import { endAtOnce, printFailure, stopOnSignals } from '#scripts/run-app.ts'
import { startApp } from '#server/app/main.ts'

try {
  const app = await startApp(process.env, { web: null, onDatabaseLost: endAtOnce })
  // No proxy is in front of it.
  stopOnSignals(app, { noticeMs: 0 })
} catch (error) {
  printFailure(error)
  process.exit(1)
}
