import { memberReads } from '#server/app/document/member-reads.ts'
import { expect, type Page, test, untilLoaded } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addBroadcaster, addCaller } from '../own-people.ts'
import { people } from '../people/people-steps.ts'

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
const openRendered = async (page: Page, path: string): Promise<void> => {
  await expect
    .poll(async () => {
      const html = (await (await page.goto(path))?.text()) ?? ''
      return html.includes('<script id="answers"') && !html.includes('読み込み中')
    })
    .toBe(true)
}

/** What happens on the page that is open: errors, what moves, and the requests of those paths that are looked at. */
const recordWhatHappens = async (
  page: Page,
  isRecorded: (pathname: string) => boolean,
): Promise<string[]> => {
  const recorded: string[] = []
  // The page before this one may go on until then.
  page.on('framenavigated', () => recorded.splice(0))
  page.on('pageerror', ({ message }) => recorded.push(message))
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (isRecorded(pathname)) recorded.push(pathname)
  })
  await page.exposeFunction('recordShift', (shift: string) => recorded.push(shift))
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { recordShift: (shift: string) => void }).recordShift(JSON.stringify(entry))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return recorded
}

const untilIdle = async (page: Page): Promise<void> => {
  await untilLoaded(page)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })))
}

test('the scripts take over what the server rendered, and change nothing of it', async ({ page }) => {
  const recorded = await recordWhatHappens(
    page,
    (path) => path.startsWith('/api/') && !path.startsWith('/api/img/') && path !== offer,
  )
  await openRendered(page, '/')
  const profile =
    (await page.locator('a[href^="/profile/unbroadcaster/"]').first().getAttribute('href')) ?? ''
  const otherDevice = profile.includes('/pc/')
    ? profile.replace('/pc/', '/')
    : profile.replace('ter/', 'ter/pc/')
  for (const path of [...pages, profile, otherDevice]) {
    await openRendered(page, path)
    await untilIdle(page)
    expect(recorded, path).toEqual([])
  }
})

/** These answers are never taken for new. */
const alwaysAsked = ['get-broadcaster-home', 'get-my-profile', 'get-receipts', 'get-unopened-items']
const isAskedOnce = (pathname: string): boolean =>
  memberReads.some(({ path }) => path === pathname) && !alwaysAsked.includes(pathname.slice('/api/'.length))

test("the scripts take over a caller's pages, and ask for nothing of them again", async ({ page }) => {
  await signIn(page, people.taro)
  const recorded = await recordWhatHappens(page, isAskedOnce)
  const profile = `/profile/unbroadcaster/${people.mio.id}`
  for (const path of ['/', '/search', '/live', '/gallery', profile]) {
    await openRendered(page, path)
    await untilIdle(page)
    expect(recorded, path).toEqual([])
  }
})

test("the scripts take over a broadcaster's home, and change nothing of it", async ({ page, app }) => {
  await signIn(page, await addBroadcaster(app, 'ゆづき'))
  const recorded = await recordWhatHappens(page, isAskedOnce)
  await openRendered(page, '/')
  await expect(page.getByRole('switch', { name: '待機', exact: true })).toBeVisible()
  await untilIdle(page)
  expect(recorded).toEqual([])
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

test('a part from the server stays until its code comes, and a tap on it is repeated then @phone', async ({
  page,
  app,
}) => {
  const broadcaster = await addBroadcaster(app, '返信する人')
  for (const description of ['声がやさしくて、ほっとしました。', '話しやすくて、楽しかったです。']) {
    const author = await addCaller(app, '感想を書く人')
    await app.database.sql`
      INSERT INTO review (author_id, author_label, target_id, score, description)
      VALUES (${author.id}, '東京・30代', ${broadcaster.id}, 5, ${description})`
  }
  await signIn(page, broadcaster)
  // The presence that the socket brings is another one than the server rendered.
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    const server = socket.connectToServer()
    const states = new RegExp(`("userId":"${broadcaster.id}","state":)"offline"`, 'g')
    server.onMessage((message) => socket.send(String(message).replace(states, '$1"standby"')))
  })
  const { promise: code, resolve: comeNow } = Promise.withResolvers<void>()
  await page.route('**/assets/profile-gallery-*.js', async (route) => {
    await code
    await route.continue()
  })
  await openRendered(page, `/profile/unbroadcaster/${broadcaster.id}`)
  const review = page.getByRole('article').filter({ hasText: '話しやすくて' })
  const answer = review.getByRole('button', { name: '返信する' })
  const fromServer = await answer.elementHandle()
  await answer.click()
  await expect(page.getByText('待機中', { exact: true })).toBeVisible()
  expect(await fromServer?.evaluate((button) => button.isConnected)).toBe(true)
  comeNow()
  await expect(review.getByLabel('返信')).toBeFocused()
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
