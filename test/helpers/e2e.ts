import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type Database, openDatabase } from '../../server/db/database.ts'
import type { E2eAddresses } from './e2e-app.ts'

export { expect, type Page } from '@playwright/test'

/** The real app of this worker: its own port, database and data folder, with the demo's people. */
export interface E2eApp {
  url: string
  database: Database
}

interface TestFixtures {
  /** Asserts that axe finds no violation on the page as it stands. */
  axe: (page: Page) => Promise<void>
}

interface WorkerFixtures {
  app: E2eApp
}

const appProcess = fileURLToPath(new URL('./e2e-app.ts', import.meta.url))
const appStartTimeoutMs = 60_000

export const test = base.extend<TestFixtures, WorkerFixtures>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const child = fork(appProcess, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      const addresses = await Promise.race([
        once(child, 'message').then(([message]) => message as E2eAddresses),
        once(child, 'exit').then(([code]): never => {
          throw new Error(`the app ended while starting (exit code ${code})`)
        }),
      ])
      const database = openDatabase(addresses.databaseUrl, { maxConnections: 2 })
      await use({ url: addresses.url, database })
      await database.close()
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
    { scope: 'worker', timeout: appStartTimeoutMs },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  axe: async ({}, use) => {
    await use(async (page) => {
      // A colour on its way from one state to another is neither state's.
      await page.waitForFunction(() =>
        document
          .getAnimations()
          .every(
            ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
          ),
      )
      const { violations } = await new AxeBuilder({ page }).analyze()
      const shown = violations.map(({ id, help, nodes }) => ({
        id,
        help,
        elements: nodes.map((node) => node.html),
      }))
      expect(shown).toEqual([])
    })
  },
})
