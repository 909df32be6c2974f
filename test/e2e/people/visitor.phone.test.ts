import { expect, type Page, test } from '#test/helpers/e2e.ts'
import { expectNoOverflow, inBothThemes, people } from './people-steps.ts'

/** Links on pages with one form, buttons on every other page. */
const entry = (page: Page, name: string) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .first()

const reachable = [
  '/',
  '/search',
  '/gallery',
  '/live',
  `/profile/unbroadcaster/${people.mio.id}`,
  '/message',
  '/message/first-night',
  '/terms',
  '/community',
  '/health',
  '/tuto',
  '/receipts/verify',
  '/login',
  '/login/recovery',
  '/signup',
  '/reset-password',
  '/confirm-mail',
  '/no-such-page',
]

const forMembers = '/videotest'

test('a visitor finds sign-in and registration on every page', async ({ page, axe }) => {
  for (const path of [...reachable, forMembers])
    await test.step(path, async () => {
      await page.goto(path)
      // A page that needs a session leads to the login by another document.
      if (path === forMembers) await page.waitForURL('**/login?*')
      await expect(entry(page, '無料ではじめる')).toBeVisible()
      await expect(entry(page, 'ログイン')).toBeVisible()
      await expectNoOverflow(page)
    })
  for (const path of ['/search', '/message', '/reset-password']) {
    await page.goto(path)
    await expect(entry(page, '無料ではじめる')).toBeVisible()
    await inBothThemes(page, axe)
  }
})

test("a visitor's home comes with its people, and with the first pictures before any script", async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST')
      requested.push(`${new URL(request.url()).pathname} ${request.postData()}`)
  })
  // The server brings along what it has rendered, in a page that it rendered in time.
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect
    .poll(async () => {
      await page.context().clearCookies()
      requested.length = 0
      return (await page.goto('/'))?.text()
    })
    .toMatch(/<img src="data:image.*<img src="data:image/s)
  await expect(page).toHaveTitle('今宵 Koyoi')
  const preloaded = await page
    .locator('link[rel=preload][as=image]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const firstPictures = page.getByRole('article').locator('img')
  await expect(firstPictures.nth(2)).toHaveJSProperty('complete', true)
  // The first row of a phone is there; the rest of the first screen has the same addresses, or the browser would fetch
  // the pictures twice.
  const shown = await firstPictures.evaluateAll((pictures) =>
    pictures.map((each) => each.getAttribute('src') ?? ''),
  )
  expect(shown.slice(0, 2).map((src) => src.slice(0, 10))).toEqual(['data:image', 'data:image'])
  expect(preloaded).toHaveLength(2)
  expect(shown.slice(2, 4)).toEqual(preloaded)
  expect(requested.filter((one) => /live-users|"list":"standby"/.test(one))).toEqual([])

  const requests = await page.evaluate((first) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const picture = entries.find(({ name }) => new URL(name).pathname === first)
    // The document is one more.
    return picture ? 1 + entries.filter(({ startTime }) => startTime < picture.responseEnd).length : Infinity
  }, preloaded[0])
  expect(requests).toBeLessThanOrEqual(25)
})
