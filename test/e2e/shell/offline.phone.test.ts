import { expect, test } from '#test/helpers/e2e.ts'

test('says that there is no network, keeps the tabs, launches from the stored shell, and comes back by itself', async ({
  page,
  context,
  axe,
}) => {
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  // The page does so by itself some seconds later.
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/offline.js')
    const { active } = await navigator.serviceWorker.ready
    if (active?.state !== 'activated')
      await new Promise((resolve) => active?.addEventListener('statechange', resolve))
  })
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
  const stored = await page.evaluate(async () => {
    const paths = (await (await caches.open('koyoi-shell')).keys()).map(({ url }) => new URL(url).pathname)
    return paths.filter((path) => !path.startsWith('/assets/'))
  })
  expect(stored).toEqual(['/index.html'])

  await context.setOffline(false)
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: 20_000 })
  await expect(banner).toBeHidden()
})
