import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type Database, openDatabase } from '#server/db/database.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { type AppProcess, startAppProcess } from './app-process.ts'
import { createEvidence, type Evidence, observeBrowser } from './evidence.ts'

export { expect, type Page } from '@playwright/test'

/** The real app of this worker: its own port, database and data folder, with the demo's members. */
export interface E2eApp extends Omit<AppProcess, 'stop'> {
  database: Database
}

/** Asserts that axe finds no violation on the current page, by all of its rules or by those named. */
export type Axe = (page: Page, rules?: readonly string[]) => Promise<void>

/** The rules of axe that look at colours. */
export const colourRules = ['color-contrast', 'link-in-text-block']

interface TestFixtures {
  axe: Axe
  /** Reports the evidence of a failed test. */
  reportsEvidence: undefined
}

interface WorkerFixtures {
  evidence: Evidence
  app: E2eApp
  /** Settings of this app in addition to those that isolate test apps; a test's own fixture fills them. */
  settings: Record<string, string>
}

const appStartTimeoutMs = 60_000

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  evidence: [async ({}, use) => use(createEvidence()), { scope: 'worker' }],
  browser: [
    async ({ browser, evidence }, use) => {
      observeBrowser(browser, evidence)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  reportsEvidence: [
    async ({ evidence, app }, use, testInfo) => {
      evidence.clear()
      await use(undefined)
      if (testInfo.status === testInfo.expectedStatus) return
      const calls = await app.database.sql`
        select row_to_json(call)::text as row from call order by requested_at desc limit 2`
      for (const { row } of calls) evidence.add('call', row)
      await evidence.report(testInfo)
    },
    { auto: true },
  ],
  app: [
    async ({ settings, evidence }, use) => {
      const process = await startAppProcess(settings, (line) => evidence.add('app', line))
      const database = openDatabase(process.databaseUrl, { maxConnections: 2 })
      // Tests post into past days. The job that checkpoints those days, at a quarter past each hour, would refuse it.
      await database.sql`delete from jobs.schedule where name = 'checkpoint-due-days'`
      try {
        await use({ ...process, database })
        // Whatever the tests of this worker did, no point is lost; a test that writes rows writes them whole.
        expect(await checkLedger(database.db)).toEqual([])
      } finally {
        await database.close()
        await process.stop()
      }
    },
    { scope: 'worker', timeout: appStartTimeoutMs },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  page: async ({ page }, use) => {
    waitForScripts(page)
    await use(page)
  },
  /** A violation of the Content-Security-Policy is a fault of the page or of the policy. */
  context: async ({ context }, use) => {
    const kept: string[] = []
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) kept.push(message.text())
    })
    await use(context)
    expect(kept).toEqual([])
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  axe: async ({}, use) => {
    await use(async (page, rules) => {
      // A colour in transition belongs to neither state: what was found while something moved is looked for again.
      for (let audits = 1; ; audits += 1) {
        await untilAtRest(page)
        const found = await audit(page, rules)
        const hasMoved = await page.evaluate(() => document.documentElement.dataset.hasMoved !== undefined)
        if (found.length > 0 && hasMoved && audits < auditsMax) continue
        expect(found).toEqual([])
        return
      }
    })
  },
})

/** A page that the server rendered is open when its scripts have taken it over: before that, a tapped link is a new page. */
export const waitForScripts = (page: Page): void => {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    await untilTakenOver(page)
    return response
  }
}

/** Waits until the page's scripts have taken it over. */
export const untilTakenOver = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => !document.querySelector('#answers') || !('takeOver' in document))
}

/**
 * Waits until the page shows what it has to show: nothing says that it loads, and the pictures and fonts in sight are
 * there. It looks at the page and not at the network, where one late request of no interest would hold a test up.
 */
export const untilLoaded = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const isLoading = [...document.querySelectorAll('[role="status"]')].some((element) =>
      element.textContent?.includes('読み込み中'),
    )
    const isInSight = ({ top, bottom }: DOMRect) => bottom > 0 && top < innerHeight
    const isDecoded = [...document.images].every(
      (image) => image.complete || !isInSight(image.getBoundingClientRect()),
    )
    const hasScreen = document.readyState === 'complete' && document.querySelector('h1, h2') !== null
    return hasScreen && !isLoading && isDecoded && document.fonts.status === 'loaded'
  })
}

/** A page that never rests is judged as it is. */
const auditsMax = 5

/**
 * A transition begins a frame or two after the change that causes it, so the page must rest for some frames in a row.
 * A movement that begins after the last of these frames marks the document.
 */
const untilAtRest = async (page: Page): Promise<void> => {
  await page.waitForFunction((framesMin) => {
    const { dataset } = document.documentElement
    if (dataset.watchesMovement === undefined) {
      dataset.watchesMovement = ''
      for (const kind of ['animationstart', 'transitionrun'])
        document.addEventListener(kind, () => document.documentElement.setAttribute('data-has-moved', ''))
    }
    const isAtRest = document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      )
    const frames = isAtRest ? Number(dataset.framesAtRest ?? 0) + 1 : 0
    if (frames < framesMin) {
      dataset.framesAtRest = String(frames)
      return false
    }
    // In the same frame as the last look: nothing can begin unseen between the two.
    delete dataset.framesAtRest
    delete dataset.hasMoved
    return true
  }, 5)
}

const audit = async (
  page: Page,
  rules?: readonly string[],
): Promise<{ id: string; help: string; elements: string[] }[]> => {
  // Its source is half a megabyte, which a page that has it needs no second time.
  const isThere = await page.evaluate(() => 'axe' in window)
  // Our pages have no foreign frames, which alone need axe's newer way through a separate page; and what passed isn't
  // needed. Together that takes a fifth of the time and finds the same.
  const { violations } = await new AxeBuilder(isThere ? { page, axeSource: ';' } : { page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) })
    .analyze()
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    elements: nodes.map((node) => node.html),
  }))
}
