/**
 * Runs the app for one Playwright worker in a process of its own, as it runs for people: pages built, demo seeded.
 * It tells its addresses to the worker and ends with it.
 */
import { webOutput } from '../../scripts/build-web.ts'
import { startTestApp } from './start-app.ts'

export interface E2eAddresses {
  url: string
  databaseUrl: string
}

const app = await startTestApp({ demo: true, web: webOutput })
process.on('disconnect', () => void app.stop().finally(() => process.exit()))
if (!process.connected) await app.stop().finally(() => process.exit())
process.send?.({ url: app.url, databaseUrl: app.databaseUrl } satisfies E2eAddresses)
