import { expect, type Page } from '../helpers/e2e.ts'

/** Registers a newcomer, who arrives with the points of registration. */
export const register = async (page: Page, name: string): Promise<void> => {
  await page.goto('/signup')
  await page.getByLabel('ニックネーム').fill(name)
  await page.getByRole('button', { name: '無料ではじめる' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** From the purchase page to the button that pays, the birth date asked on the way when it is the first time. */
export const confirm = async (page: Page, options: { birthDate?: string } = {}): Promise<void> => {
  await page.getByRole('button', { name: '確認へすすむ' }).filter({ visible: true }).click()
  if (options.birthDate) {
    const dialog = page.getByRole('dialog', { name: '生年月日の登録' })
    await dialog.getByLabel('生年月日').fill(options.birthDate)
    await dialog.getByRole('button', { name: '登録してすすむ' }).click()
  }
  await expect(page.getByRole('heading', { name: '購入の最終確認', level: 1 })).toBeVisible()
}
