import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { signInOperator } from '../operator/operator-steps.ts'
import { addCaller } from '../own-people.ts'
import { checkLook } from '../people/people-steps.ts'

const drawn = (name: string): string =>
  fileURLToPath(new URL(`../../../seed/documents/licence-${name}.jpg`, import.meta.url))

const send = async (page: Page, slot: string, file: string) => {
  const section = page.getByRole('region', { name: slot, exact: true })
  await section.locator('input[type=file]').last().setInputFiles(file)
  await expect(section.getByText('受け取りました')).toBeVisible()
}

test('a caller applies on a phone, an operator approves, and the new broadcaster switches standby on', async ({
  page,
  app,
  axe,
  browser,
}) => {
  test.slow()
  const look = (at: Page) => checkLook(at, axe)
  const broadcaster = await addCaller(app, 'さくらこ')
  await signIn(page, broadcaster)
  await page.goto('/base')
  await page
    .getByRole('link', { name: /^配信者になる/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('link', { name: '申し込む' }).click()
  await page.getByRole('radio', { name: /^運転免許証/ }).check()
  await axe(page)
  await page.getByRole('button', { name: '撮影にすすむ' }).click()
  await send(page, '表', drawn('front'))
  await send(page, '裏', drawn('back'))
  await expect(page.getByRole('button', { name: 'この内容で申し込む' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await send(page, 'お顔と書類', drawn('selfie'))
  await page.getByLabel('お名前（本名）').fill('見本　桜子')
  await page.getByLabel('フリガナ').fill('みほん　さくらこ')
  await page.getByLabel('年', { exact: true }).fill('19990401')
  await expect(page.getByText('1999年4月1日', { exact: false })).toBeVisible()
  await page.getByRole('checkbox', { name: '配信者規約に同意します' }).check()
  await look(page)
  await page.getByRole('button', { name: 'この内容で申し込む' }).click()
  await expect(page.getByRole('heading', { name: '審査をお待ちください' })).toBeVisible()
  await axe(page)

  const office = await browser.newPage({ baseURL: app.url, viewport: { width: 1280, height: 800 } })
  await signInOperator(office, app)
  await office.goto('/operator/applications')
  const row = office.getByRole('link', { name: broadcaster.name, exact: true })
  await expect(row).toBeVisible()
  await axe(office)
  await row.click()
  await expect(office.getByText('ミホン サクラコ')).toBeVisible()
  await office.getByRole('button', { name: '表を開く' }).click()
  const picture = office.getByRole('img', { name: '表', exact: true })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(960)
  await look(office)
  await office.getByRole('button', { name: '承認する', exact: true }).click()
  await office.getByRole('dialog').getByRole('button', { name: '承認する' }).click()
  await expect(office.getByRole('button', { name: '承認する' })).toHaveCount(0)
  await office.close()

  await page.getByRole('link', { name: 'ベースを開く' }).click()
  const standby = page.getByRole('switch', { name: '待機', exact: true })
  await standby.click()
  await expect(standby).toBeChecked()
  await expect(page.getByRole('link', { name: 'プロフィールを編集する' })).toBeVisible()
  await axe(page)
})
