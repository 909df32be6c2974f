import { expect, type Page, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { expectNoOverflow, inBothThemes, people } from '../people/people-steps.ts'

const banner = (page: Page) => page.getByText('オフラインです。')

test('says that there is no network, keeps the tabs, launches from the stored shell, and comes back by itself', async ({
  page,
  context,
  axe,
}) => {
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  const storedPaths = () =>
    page.evaluate(async () =>
      (await (await caches.open('koyoi-shell')).keys()).map(({ url }) => new URL(url).pathname),
    )
  // Some seconds after its start the page has the shell stored, and the routes of all screens with it.
  await expect
    .poll(async () => (await storedPaths()).filter((path) => /index\.html|\/screens-/.test(path)))
    .toHaveLength(2)
  await page.reload()
  const tabs = page.getByRole('navigation', { name: 'メイン' }).filter({ visible: true })
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(banner(page)).toBeHidden()

  await context.setOffline(true)
  await expect(banner(page)).toBeVisible()
  await axe(page)
  await tabs.getByRole('link', { name: 'さがす' }).click()
  await expect(tabs).toBeVisible()

  // A launch: nothing of anybody is stored, and the shell is there.
  await page.goto('/search')
  await expect(banner(page)).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'さがす' })).toBeVisible()
  expect((await storedPaths()).filter((path) => !path.startsWith('/assets/'))).toEqual(['/index.html'])
  expect(await page.evaluate(() => caches.keys())).toEqual(['koyoi-shell'])

  await context.setOffline(false)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(banner(page)).toBeHidden()
})

/** The first two parts of the keys of what the browser has of the member's lists; null where it has nothing at all. */
const keptLists = (page: Page) =>
  page.evaluate(async () => {
    if (!(await caches.has('koyoi-last-seen'))) return null
    const kept = await (await caches.open('koyoi-last-seen')).match('/last-seen')
    const { lists } = (await kept?.json()) ?? { lists: [] }
    return (lists as { key: string[] }[]).map(({ key }) => key.slice(0, 2).join(' '))
  })

test('launches without a network with the lists of the last visit and their age, and with none after a sign-out', async ({
  page,
  context,
  axe,
}) => {
  await signIn(page, people.taro)
  await page.goto('/')
  await expect.poll(() => keptLists(page)).toContain('people list')
  await page.goto('/conversation/all')
  const rows = page.getByRole('list', { name: 'トークの一覧' }).getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  await expect.poll(() => keptLists(page)).toContain('people conversations')

  await context.setOffline(true)
  await page.goto('/conversation/all')
  await expect(rows.first()).toBeVisible()
  await expect(banner(page)).toHaveText(/時点の内容です/)
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(banner(page)).toHaveText(/時点の内容です/)
  await expectNoOverflow(page)
  await inBothThemes(page, axe)

  await context.setOffline(false)
  await expect(banner(page)).toBeHidden()
  const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
  const form = { csrfToken, callbackUrl: '/', json: 'true' }
  const signedOut = await page.request.post('/api/auth/signout', { form })
  expect(await signedOut.json()).toEqual({ url: expect.not.stringContaining('csrf') })
  await page.goto('/')
  await expect.poll(() => keptLists(page)).toBeNull()
  await context.setOffline(true)
  await page.goto('/')
  await expect(banner(page)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})
