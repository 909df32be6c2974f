import { expect, test } from '#test/helpers/e2e.ts'

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
    .poll(async () => (await storedPaths()).filter((path) => /index\.html|\/screens-/.test(path)), {
      timeout: 20_000,
    })
    .toHaveLength(2)
  await page.reload()
  const tabs = page.getByRole('navigation', { name: 'メイン' }).filter({ visible: true })
  const banner = page.getByText('オフラインです。')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(banner).toBeHidden()

  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await axe(page)
  await tabs.getByRole('link', { name: 'さがす' }).click()
  await expect(tabs).toBeVisible()

  // A launch: nothing of anybody is stored, and the shell stands there.
  await page.goto('/search')
  await expect(banner).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'さがす' })).toBeVisible()
  expect((await storedPaths()).filter((path) => !path.startsWith('/assets/'))).toEqual(['/index.html'])

  await context.setOffline(false)
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: 20_000 })
  await expect(banner).toBeHidden()
})
