import { expect, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addCall } from '../calls/call-rows.ts'
import { addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes, people } from '../people/people-steps.ts'
import { arrive, confirm } from './purchase-steps.ts'

test('a visitor verifies a receipt from its link; a changed one is detected @phone', async ({
  page,
  browser,
  app,
  axe,
}) => {
  const caller = await addCaller(app, '明細を見せる人', { free: 70 })
  const callId = await addCall(app.database, { callerId: caller.id, minutesAgo: 5 })
  await signIn(page, caller)
  await page.goto(`/my-page/receipts/${callId}`)
  const href = await page.getByRole('link', { name: '検証ページ' }).getAttribute('href')
  await page.getByRole('button', { name: 'QRコード' }).click()
  await expect(page.getByRole('img', { name: '検証ページを開くQRコード' })).toBeVisible()
  await inBothThemes(page, axe)

  const visitor = await browser.newContext({ baseURL: app.url })
  const page2 = await visitor.newPage()
  await page2.goto(href ?? '')
  await expect(page2.getByRole('heading', { name: '本物の明細です' })).toBeVisible()
  const main = page2.getByRole('main')
  for (const fact of [
    '内容と一致しました（このブラウザで確認）',
    '一致しました',
    '使用ポイント70pt',
    '課金時間30秒',
  ])
    await expect(main).toContainText(fact)
  for (const name of [people.mio.name, caller.name]) await expect(main).not.toContainText(name)
  await expectNoOverflow(page2)
  await inBothThemes(page2, axe)

  const field = page2.getByRole('textbox', { name: '明細のテキスト、またはリンク' })
  const [payload = '', signature = ''] = (await field.inputValue()).split('.')
  const forged = Buffer.from(payload, 'base64url').toString().replace('"points":70', '"points":700')
  await field.fill(`${Buffer.from(forged).toString('base64url')}.${signature}`)
  await page2.getByRole('button', { name: '検証する' }).click()
  await expect(page2.getByRole('heading', { name: '内容が発行時と違います' })).toBeVisible()
  await expect(main).not.toContainText('700')
  await field.fill('領収書')
  await page2.getByRole('button', { name: '検証する' }).click()
  await expect(page2.getByRole('heading', { name: '読み取れませんでした' })).toBeVisible()
  await axe(page2)
  await visitor.close()
})

test('a visitor verifies the receipt of a purchase', { tag: '@phone' }, async ({ page, app, axe }) => {
  await arrive(page, app, '領収の要る人')
  await page.goto('/purchase')
  await page.getByRole('radio', { name: /1,000pt/ }).check()
  await confirm(page, { birthDate: '19900501' })
  await page.getByRole('button', { name: '1,000円(税込)を支払う' }).click()
  await page.getByRole('link', { name: '検証ページ' }).click()
  await expect(page.getByRole('heading', { name: '本物の明細です' })).toBeVisible()
  for (const fact of ['金額1,000円(税込)', 'うち消費税90円', '有料ポイント1,000pt', '状態お支払い済み'])
    await expect(page.getByRole('main')).toContainText(fact)
  await expect(page.getByRole('main')).not.toContainText('領収の要る人')
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
})
