import type { Browser, Locator } from '@playwright/test'
import { expect, type Page, test } from '#test/helpers/e2e.ts'
import { repeats } from '#test/helpers/test-length.ts'
import { addCaller } from '../own-people.ts'
import { addConversation } from './chat-rows.ts'
import { broadcaster, field, log, signIn } from './chat-steps.ts'

test.describe.configure({ timeout: repeats({ usual: 90_000, long: 240_000 }) })

const messageCount = repeats({ usual: 2_000, long: 10_000 })
const rowsMax = 300
/** From here on a task is a long one for browsers, and a delay that a finger feels. */
const longTaskMs = 50
/** The engine collects garbage inside a task when it has to: that may lengthen a few of thousands. */
const longTasksMax = 2
const longestTaskMs = 100
const wheelPx = 1_600

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds: elapsed time, and CPU time of the thread. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** Rows of the conversation that are in the page. */
const rowsInPage = (page: Page): Promise<number> =>
  log(page).evaluate((element) => element.lastElementChild?.childElementCount ?? 0)

/**
 * The longest tasks of the page's main thread while `act` runs, in milliseconds of that thread's own CPU time: load of
 * other programs on the machine's cores is not counted.
 */
const longestTasks = async (browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> => {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await act()
  const trace = await browser.stopTracing()
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  )
  return traceEvents
    .filter(({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && main.has(`${pid}:${tid}`))
    .map(({ dur = 0, tdur }) => (tdur ?? dur) / 1_000)
    .toSorted((one, other) => other - one)
}

/** In steps less high than the screen; turns of a wheel pile up on a busy machine, and pass it. */
const scrollTo = (page: Page, wanted: Locator, stepPx: number): Promise<void> =>
  expect(async () => {
    await log(page).evaluate((element, by) => element.scrollBy({ top: by, behavior: 'instant' }), stepPx)
    await expect(wanted).toBeInViewport({ timeout: 100 })
  }).toPass({ intervals: [50] })

/** How long the yardstick takes on a machine whose tasks the limits above are made for. */
const yardstickMs = 8
const yardsticks = 9

/** A task of one size on every machine: a page's worth of rows is made and laid out. */
const drawRows = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const place = document.createElement('div')
    for (let row = 0; row < 500; row += 1) {
      const made = document.createElement('p')
      made.textContent = `${row}通目のメッセージです。`
      place.append(made)
    }
    document.body.append(place)
    if (place.offsetHeight === 0) throw new Error('the rows have no height')
    place.remove()
  })

/** How much slower than that machine this one is now; 1 where it is faster. */
const slownessNow = async (browser: Browser, page: Page): Promise<number> => {
  const tasks = await longestTasks(browser, page, async () => {
    for (let turn = 0; turn < yardsticks; turn += 1) await drawRows(page)
  })
  const median = tasks[Math.floor(yardsticks / 2)] ?? 0
  test.info().annotations.push({ type: 'yardstick, ms', description: String(median) })
  return Math.max(1, median / yardstickMs)
}

test('scrolls through thousands of messages with few rows and without long tasks', async ({
  page,
  browser,
  app,
}) => {
  const caller = await addCaller(app, 'ゆうき')
  await addConversation(app, caller.id, broadcaster.id, messageCount)
  await signIn(page, caller)
  await page.goto(`/chat/${broadcaster.id}`)
  await expect(log(page).getByText(`${messageCount}通目`)).toBeVisible()
  await expect(field(page)).toBeVisible()
  await log(page).hover()

  const slowness = await slownessNow(browser, page)
  let rows = 0
  const first = log(page).getByText('1通目', { exact: true })
  const tasks = await longestTasks(browser, page, () =>
    expect
      .poll(
        async () => {
          for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, -wheelPx)
          rows = Math.max(rows, await rowsInPage(page))
          return first.isVisible()
        },
        { timeout: 120_000, intervals: [0] },
      )
      .toBe(true),
  )
  expect(tasks.length).toBeGreaterThan(messageCount / 10)
  const longest = tasks.slice(0, 5).map((ms) => ms / slowness)
  test.info().annotations.push({ type: 'rows in the page', description: String(rows) })
  test.info().annotations.push({ type: 'longest tasks, ms', description: longest.join(', ') })
  expect(rows).toBeGreaterThan(5)
  expect(rows).toBeLessThan(rowsMax)
  expect(longest[0]).toBeLessThan(longestTaskMs)
  expect(longest.filter((ms) => ms >= longTaskMs).length).toBeLessThanOrEqual(longTasksMax)
})

test('keeps its scroll position to the pixel while older messages load', async ({ page, app }) => {
  const caller = await addCaller(app, 'しゅん')
  await addConversation(app, caller.id, broadcaster.id, 200)
  await signIn(page, caller)
  let letThrough: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/api/get-more-messages', async (route) => {
    if (route.request().postData()?.includes('"before"')) await held
    await route.fallback()
  })
  await page.goto(`/chat/${broadcaster.id}`)
  await expect(log(page).getByText('200通目')).toBeVisible()
  await log(page).hover()
  const seen = log(page).getByText('190通目')
  await scrollTo(page, seen, -300)
  await expect(log(page)).toHaveAttribute('aria-busy', 'true')
  const before = await seen.boundingBox()
  letThrough()
  await expect(log(page)).not.toHaveAttribute('aria-busy', 'true')
  const after = await seen.boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1)
})

test('jumps from an answer to the quoted message, however old, and back', async ({ page, app }) => {
  const caller = await addCaller(app, 'たいち')
  await addConversation(app, caller.id, broadcaster.id, 1_000)
  await app.database.sql`
    UPDATE chat_message answer SET reply_to = asked.id
    FROM chat_message asked JOIN conversation c ON c.id = asked.conversation_id
    WHERE c.caller_id = ${caller.id} AND asked.seq = 401 AND answer.conversation_id = c.id AND answer.seq = 999`
  await signIn(page, caller)
  let pages = 0
  await page.route('**/api/get-more-messages', (route) => {
    pages += 1
    return route.fallback()
  })
  await page.goto(`/chat/${broadcaster.id}`)
  await log(page)
    .getByRole('button', { name: /^返信元：.*401通目/ })
    .click()
  await expect(log(page).getByText('401通目')).toBeInViewport()
  const jump = page.getByRole('button', { name: '最新のメッセージへ' })
  await expect(jump).toBeVisible()

  // Down into the gap: what is missing loads, and what was visible stays where it was.
  await log(page).hover()
  const beyond = log(page).getByText('430通目')
  await scrollTo(page, beyond, 300)
  await jump.click()
  await expect(log(page).getByText('1000通目')).toBeInViewport()
  await expect(jump).toBeHidden()
  expect(pages).toBeLessThan(10)
})
