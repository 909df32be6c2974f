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
  '/videotest',
  '/receipts/verify',
  '/login',
  '/login/recovery',
  '/signup',
  '/reset-password',
  '/confirm-mail',
  '/no-such-page',
]

test('a visitor finds sign-in and registration on every page', async ({ page, axe }) => {
  for (const path of reachable)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(entry(page, '無料ではじめる')).toBeVisible()
      await expect(entry(page, 'ログイン')).toBeVisible()
      await expectNoOverflow(page)
    })
  for (const path of ['/search', '/message', '/reset-password']) {
    await page.goto(path)
    await expect(entry(page, '無料ではじめる')).toBeVisible()
    await inBothThemes(page, () => axe(page))
  }
})

test('the list of campaigns leads into registration and on to the tutorial', async ({ page }) => {
  await page.goto('/message')
  await page.getByRole('main').getByRole('button', { name: '無料ではじめる' }).click()
  const dialog = page.getByRole('dialog', { name: 'アカウントの作成' })
  await dialog.getByLabel('ニックネーム').fill('はじめての夜')
  await dialog.getByRole('button', { name: '無料ではじめる' }).click()
  await page.waitForURL('/?showTutoModal=true')
})
