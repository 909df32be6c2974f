import { expect, type Page, test, untilLoaded } from '#test/helpers/e2e.ts'

const pages = [
  ...['/', '/search', '/live', '/gallery', '/message', '/tuto', '/terms', '/tokushoho'],
  ...['/login', '/signup', '/message/first-night'],
]

/** The login offers the browser's passkeys where it has taken the page over. */
const offer = '/api/begin-passkey-sign-in'

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
  const recorded: string[] = []
  page.on('pageerror', ({ message }) => recorded.push(message))
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !pathname.startsWith('/api/img/') && pathname !== offer)
      recorded.push(pathname)
  })
  await page.exposeFunction('recordShift', (shift: string) => recorded.push(shift))
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { recordShift: (shift: string) => void }).recordShift(JSON.stringify(entry))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await openRendered(page, '/')
  const profile =
    (await page.locator('a[href^="/profile/unbroadcaster/"]').first().getAttribute('href')) ?? ''
  const otherDevice = profile.includes('/pc/')
    ? profile.replace('/pc/', '/')
    : profile.replace('ter/', 'ter/pc/')
  for (const path of [...pages, profile, otherDevice]) {
    await openRendered(page, path, () => recorded.splice(0))
    await untilLoaded(page)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })))
    expect(recorded, path).toEqual([])
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

test('what is typed and sent before the scripts have come is neither lost nor part of an address @phone', async ({
  page,
}) => {
  await openRendered(page, '/login')
  const { promise: scripts, resolve: comeNow } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.getByLabel('メールアドレス').fill('nobody@example.jp')
  await page.getByLabel('パスワード', { exact: true }).fill('not-the-password')
  await page.getByLabel('パスワード', { exact: true }).press('Enter')
  comeNow()
  await expect(page.getByRole('alertdialog', { name: 'ログインできませんでした' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('メールアドレス')).toHaveValue('nobody@example.jp')
  expect(new URL(page.url()).search).toBe('')
})

test('without scripts a password never gets into an address @phone', async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await openRendered(page, '/login')
  await page.getByLabel('パスワード', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.waitForLoadState()
  expect(page.url()).toBe(`${app.url}/login`)
  await context.close()
})
