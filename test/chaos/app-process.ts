/** The app as `npm start` runs it, without pages: what the chaos runs kill and start again. */
import { endAtOnce, stopOnSignals, tellFailure } from '#scripts/run-app.ts'
import { startApp } from '#server/app/main.ts'

try {
  const app = await startApp(process.env, { web: null, onDatabaseLost: endAtOnce })
  // No proxy is in front of it.
  stopOnSignals(app, { noticeMs: 0 })
} catch (error) {
  tellFailure(error)
  process.exit(1)
}
