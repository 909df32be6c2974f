import { Secret, TOTP } from 'otpauth'
import { demoOperatorMail, demoPassword } from '#seed/people.ts'
import { type E2eApp, expect, type Page } from '#test/helpers/e2e.ts'

export const fillPassword = async (page: Page, password: string) => {
  await page.getByLabel('メールアドレス').fill(demoOperatorMail)
  await page.getByLabel('パスワード').fill(password)
  await page.getByRole('button', { name: '次へ' }).click()
}

/**
 * From a console where nobody ever enrolled, through both steps; `atEachStep` checks every screen on the way.
 */
export const signInOperator = async (
  page: Page,
  app: E2eApp,
  atEachStep: () => Promise<void> = async () => undefined,
): Promise<{ totp: TOTP; recoveryCode: string }> => {
  await app.database.sql`UPDATE operator SET totp_secret = null, totp_last_step = 0`
  await page.goto('/operator')
  await expect(page.getByRole('heading', { name: '運営コンソールにログイン' })).toBeVisible()
  await atEachStep()
  await fillPassword(page, demoPassword)
  await expect(page.getByRole('img', { name: '認証アプリに登録するQRコード' })).toBeVisible()
  await atEachStep()
  const key = ((await page.getByRole('code').textContent()) ?? '').replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  await page.getByLabel('確認コード').fill(totp.generate())
  await page.getByRole('button', { name: '登録してログイン' }).click()
  const codes = page.getByRole('list', { name: '予備コード' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await atEachStep()
  const recoveryCode = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: '保管しました' }).click()
  await expect(page.getByRole('heading', { name: '今日', level: 1 })).toBeVisible()
  return { totp, recoveryCode }
}

/** Signs in again with a stored recovery code. */
export const signInOperatorAgain = async (page: Page, recoveryCode: string): Promise<void> => {
  await fillPassword(page, demoPassword)
  await page.getByRole('button', { name: '認証アプリが使えないとき' }).click()
  await page.getByLabel('予備コード').fill(recoveryCode)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
}

/** Opens a page of the menu, and first its group where that is folded. */
export const openFromMenu = async (page: Page, name: string): Promise<void> => {
  const menu = page.getByRole('navigation', { name: '運営メニュー' })
  const entry = page.getByRole('link', { name, exact: true, includeHidden: true })
  const link = menu.locator(entry)
  await link.waitFor({ state: 'attached' })
  if (!(await link.isVisible()))
    await menu.locator('div:has(> button)', { has: entry }).locator('> button').click()
  await link.click()
}
