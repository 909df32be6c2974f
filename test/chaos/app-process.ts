/** The app as `npm start` runs it, without pages: what the chaos runs kill and start again. */
import { endAtOnce, stopOnSignals, tellFailure } from '../../scripts/run-app.ts'
import { startApp } from '../../server/main.ts'

try {
  stopOnSignals(await startApp(process.env, { web: null, onDatabaseLost: endAtOnce }))
} catch (error) {
  tellFailure(error)
  process.exit(1)
}
