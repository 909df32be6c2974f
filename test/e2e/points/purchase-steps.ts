import { registrationBonusPoints } from '#contract/points/points.ts'
import { type E2eApp, expect, type Page } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addCaller } from '../own-people.ts'

/** Signs in a new member with the points of registration, who has bought nothing so far. */
export const arrive = async (page: Page, app: Pick<E2eApp, 'database'>, name: string): Promise<void> =>
  signIn(page, await addCaller(app, name, { free: registrationBonusPoints }))

/** From the purchase page to the button that pays, with the birth date when it is the first time. */
export const confirm = async (page: Page, options: { birthDate?: string } = {}): Promise<void> => {
  await page.getByRole('button', { name: '確認へすすむ' }).filter({ visible: true }).click()
  if (options.birthDate) {
    const dialog = page.getByRole('dialog', { name: '生年月日の登録' })
    await dialog.getByLabel('年', { exact: true }).fill(options.birthDate)
    await dialog.getByRole('button', { name: '確認する' }).click()
    await dialog.getByRole('button', { name: 'この生年月日で登録する' }).click()
  }
  await expect(page.getByRole('heading', { name: '購入の最終確認', level: 1 })).toBeVisible()
}
