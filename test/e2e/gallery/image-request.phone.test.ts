import sharp from 'sharp'
import { expect, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addBroadcaster, addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes } from '../people/people-steps.ts'

test('a caller asks for a picture, the broadcaster delivers it, and both see it above the chat', async ({
  page,
  browser,
  app,
  axe,
}) => {
  const broadcaster = await addBroadcaster(app, '写真を届ける人')
  const caller = await addCaller(app, '写真を頼む人', { paid: 2_000 })
  await signIn(page, caller)
  await page.goto(`/profile/unbroadcaster/${broadcaster.id}`)
  await page.getByRole('button', { name: '写真をリクエストする' }).click()
  const modal = page.getByRole('dialog', { name: '写真をリクエスト' })
  await modal.getByLabel('見たい写真').fill('浴衣で花火を見ているところ')
  await modal.getByRole('button', { name: '1,000pt', exact: true }).click()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await modal.getByRole('button', { name: '1,000ptでリクエストする' }).click()
  await expect(modal).toHaveCount(0)

  const ofBroadcaster = await browser.newContext({ baseURL: app.url })
  const other = await ofBroadcaster.newPage()
  await signIn(other, broadcaster)
  await other.goto('/gallery/requests')
  await expect(other.getByText('1,000pt（報酬 400pt）')).toBeVisible()
  await inBothThemes(other, axe)
  await other.getByRole('button', { name: '画像を届ける' }).click()
  const delivery = other.getByRole('dialog', { name: '画像を届ける' })
  await delivery.getByRole('button', { name: 'この方に届ける' }).click()
  await expect(delivery.getByRole('alert')).toHaveText('画像を1枚以上選んでください。')
  const buffer = await sharp({ create: { width: 900, height: 1_200, channels: 3, background: '#26405e' } })
    .jpeg()
    .toBuffer()
  await delivery
    .getByLabel('画像を追加')
    .setInputFiles({ name: 'hanabi.jpg', mimeType: 'image/jpeg', buffer })
  await expect(delivery.getByText('表紙')).toBeVisible()
  await delivery.getByRole('button', { name: 'この方に届ける' }).click()
  await expect(other.getByText('届けました', { exact: true })).toBeVisible()
  await ofBroadcaster.close()

  await page.goto(`/chat/${broadcaster.id}`)
  await page.getByRole('link', { name: /写真のリクエスト・1,000pt.*届きました/ }).click()
  await expect(page.getByText('購入済み')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'リクエストの画像', level: 1 })).toBeVisible()
  await page.goto('/gallery/requests')
  await expect(page.getByRole('link', { name: '届いた画像を見る' })).toBeVisible()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
})
