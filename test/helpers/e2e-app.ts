/**
 * Runs the app for one Playwright worker in a separate process, as in production: pages built, demo seeded.
 * It reports its address to the worker and ends with it.
 */
import { webOutput } from '#scripts/build-web.ts'
import { startTestApp, type TestHome } from './start-app.ts'

/** Comes as JSON in the environment. */
export interface E2eAppInput {
  home: Pick<TestHome, 'databaseUrl' | 'dataDir'>
  env: Record<string, string>
}

const { home, env } = JSON.parse(process.env.KOYOI_E2E_APP ?? '') as E2eAppInput
const remove = async () => undefined
const app = await startTestApp({
  demo: true,
  web: webOutput,
  env: { MEMBER_PAGES: 'always', ...env },
  home: { ...home, remove },
})
process.on('disconnect', () => void app.stop().finally(() => process.exit()))
if (!process.connected) await app.stop().finally(() => process.exit())
process.send?.(app.url)
