import { expect, type Page, test } from '#test/helpers/e2e.ts'
import { closeBrowsers, openBrowserOf, signIn } from '#test/helpers/people-in-browsers.ts'
import { addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes } from '../people/people-steps.ts'

test.afterEach(closeBrowsers)

/** Makes a recovery code and stores it, as its owner is asked to. */
const newCode = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: '復旧コードを作成する' }).click()
  await page.getByRole('button', { name: '作成する', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'あなたの復旧コード' })
  const code = (await shown.getByRole('img').getAttribute('aria-label'))?.split(' ')[1] ?? ''
  await page.keyboard.press('Escape')
  await expect(shown.getByRole('button', { name: '完了' })).toBeDisabled()
  await shown.getByRole('checkbox', { name: 'コードを保存しました' }).check()
  await shown.getByRole('button', { name: '完了' }).click()
  await expect(shown).toBeHidden()
  return code
}

test('a lost phone is signed out at once, and a recovery code signs in on a new one', async ({
  page,
  app,
  browser,
  axe,
}) => {
  const caller = await addCaller(app, '機種変更の人')
  await signIn(page, caller)
  const lost = await openBrowserOf(browser, caller)
  await lost.page.goto('/my-page')
  await expect(lost.page.getByText('機種変更の人').first()).toBeVisible()

  await page.goto('/my-page/security')
  const devices = page.getByRole('listitem').filter({ hasText: '最後の利用' })
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText('この端末')
  const code = await newCode(page)
  await expect(page.getByText('作成済み')).toBeVisible()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)

  await devices.nth(1).getByRole('button').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'ログアウト' }).click()
  await expect(devices).toHaveCount(1)
  // The page that is open there learns of it by itself.
  await expect(lost.page.getByText('機種変更の人')).toHaveCount(0)

  await lost.page.goto('/login')
  await lost.page.getByRole('button', { name: '復旧コードでログイン' }).click()
  const field = lost.page.getByLabel('復旧コード')
  await field.fill('ABCD')
  await lost.page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(lost.page.getByText('復旧コードが違うか、すでに使われています。')).toBeVisible()
  await axe(lost.page)
  await field.fill(code.toLowerCase().replaceAll('-', '　'))
  await lost.page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await lost.page.getByRole('button', { name: '新しいコードを作成する' }).click()
  await expect(lost.page.getByText('に使われ、もう使えません。')).toBeVisible()
  expect(await newCode(lost.page)).not.toBe(code)
})
