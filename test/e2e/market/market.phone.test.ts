import sharp from 'sharp'
import { expect, type Page, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addBroadcaster, addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes } from '../people/people-steps.ts'

const fillAddress = async (page: Page) => {
  await page.getByLabel('お名前').fill('見本 花子')
  await page.getByLabel('郵便番号').fill('１５０-0001')
  await page.getByLabel('市区町村').fill('渋谷区')
  await page.getByLabel('番地').fill('1-2-3')
  await page.getByLabel('電話番号').fill('09012345678')
  await page.getByRole('button', { name: '登録する' }).click()
}

test('a member lists an item; another buys it, it is shipped, received, and both review', async ({
  page,
  browser,
  app,
  axe,
}) => {
  const check = async (on: Page) => {
    await expectNoOverflow(on)
    await inBothThemes(on, axe)
  }
  const [seller, buyer] = [
    await addBroadcaster(app, '出品する人'),
    await addCaller(app, '買う人', { paid: 2_000 }),
  ]
  const title = `青い花びん ${seller.id}`
  await signIn(page, seller)
  await page.goto('/base')
  await page.getByRole('link', { name: /フリマ/ }).click()
  await page.getByRole('link', { name: '出品する' }).click()
  const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#36c' } })
    .jpeg()
    .toBuffer()
  await page
    .getByLabel('写真を追加')
    .setInputFiles({ name: 'vase.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(page.getByRole('img', { name: '写真 1' })).toBeVisible()
  await page.getByLabel('商品名').fill(title)
  await page.getByLabel('説明').fill('高さ20cmです。')
  await page.getByLabel('カテゴリー').selectOption('home')
  await page.getByLabel('販売価格').fill('１０００')
  await expect(page.getByText('900pt', { exact: true })).toBeVisible()
  await check(page)
  await page.getByRole('button', { name: '出品する' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()

  const ofBuyer = await browser.newContext({ baseURL: app.url })
  const other = await ofBuyer.newPage()
  await signIn(other, buyer)
  await other.goto(`/base/market?q=${seller.id}`)
  await other.getByRole('link', { name: title }).click()
  await other.getByRole('button', { name: '1,000ptで購入に進む' }).click()
  await other.getByRole('link', { name: 'お届け先を登録する' }).click()
  await fillAddress(other)
  await other.getByRole('button', { name: '1,000ptで購入に進む' }).click()
  await other.getByRole('button', { name: '1,000ptで購入する' }).click()
  await expect(other.getByRole('heading', { name: '出品者が発送の準備をしています' })).toBeVisible()

  await page.goto('/my-page/notifications')
  await page.getByRole('button', { name: /商品が購入されました/ }).click()
  await page.getByRole('link', { name: '発送元の住所を登録する' }).click()
  await fillAddress(page)
  await page.getByRole('button', { name: '発送コードを発行する' }).click()
  await expect(page.getByText(/^KT-\d{4}-\d{4}-\d{4}$/)).toBeVisible()
  await check(page)
  await page.getByRole('button', { name: '発送したことを知らせる' }).click()
  await expect(page.getByRole('heading', { name: '荷物を届けています' })).toBeVisible()

  // The page learns of the hand-in by itself.
  await other.getByRole('button', { name: '受け取ったことを知らせる' }).click()
  await other.getByRole('button', { name: 'はい' }).click()
  for (const side of [other, page]) {
    await side.getByRole('button', { name: '評価を送る' }).click()
    await expect(side.getByRole('heading', { name: '取引が完了しました' })).toBeVisible()
  }
  await page.goto('/base/market/own')
  await expect(page.getByText('900pt')).toBeVisible()
  await ofBuyer.close()
})
