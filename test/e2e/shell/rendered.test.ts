import { expect, type Page, test, untilLoaded } from '#test/helpers/e2e.ts'

const pages = ['/', '/search', '/live', '/gallery', '/message', '/tuto', '/terms', '/tokushoho']

/**
 * A page that the server could not render in time is filled by its scripts, and so is a part whose answer was late: then
 * the next one is rendered whole.
 */
const openRendered = async (page: Page, path: string, onOpen = () => {}): Promise<void> => {
  await expect
    .poll(async () => {
      onOpen()
      const html = (await (await page.goto(path))?.text()) ?? ''
      return html.includes('<script id="answers"') && !html.includes('読み込み中')
    })
    .toBe(true)
}

test('the scripts take over what the server rendered, and change nothing of it', async ({ page }) => {
  /** What happened on the page that is open. */
  const noted: string[] = []
  page.on('pageerror', ({ message }) => noted.push(message))
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !pathname.startsWith('/api/img/')) noted.push(pathname)
  })
  await page.exposeFunction('noteShift', (shift: string) => noted.push(shift))
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { noteShift: (shift: string) => void }).noteShift(JSON.stringify(entry))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of pages) {
    await openRendered(page, path, () => noted.splice(0))
    await untilLoaded(page)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })))
    expect(noted, path).toEqual([])
  }
})

test('a visitor without scripts reads who is there, in the colours of the device', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({
    baseURL: app.url,
    javaScriptEnabled: false,
    colorScheme: 'dark',
  })
  const page = await context.newPage()
  await openRendered(page, '/')
  await expect(page.getByRole('region', { name: 'すぐ話せる人' }).getByRole('link').first()).toBeVisible()
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(background).toBe('rgb(20, 17, 43)')
  await context.close()
})
