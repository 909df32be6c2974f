import sharp from 'sharp'
import { expect, type Page, test } from '#test/helpers/e2e.ts'
import { addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes, logIn } from '../people/people-steps.ts'

/** The left half is red, the right half blue. */
const picture = async (): Promise<Buffer> => {
  const half = { create: { width: 800, height: 1200, channels: 3, background: '#00f' } } as const
  const blue = await sharp(half).png().toBuffer()
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#f00' } })
    .composite([{ input: blue, left: 800, top: 0 }])
    .jpeg()
    .toBuffer()
}

const choose = async (page: Page, press: string, buffer: Buffer) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: press }).click()
  await (await chooser).setFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer })
}

/** Spreads two fingers from the middle of an element. */
const pinch = async (page: Page, box: { x: number; y: number; width: number; height: number }) => {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', apart: number) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [
        { x: x - apart, y, id: 0 },
        { x: x + apart, y, id: 1 },
      ],
    })
  await touch('touchStart', 20)
  for (const apart of [30, 40, 50, 60]) await touch('touchMove', apart)
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a portrait is chosen, cropped with fingers, sent, shown and removed', async ({ page, app, axe }) => {
  await logIn(page, await addCaller(app, '朔'))
  await page.goto('/my-page')

  await choose(page, 'プロフィール写真を追加', Buffer.from('not a picture'))
  const modal = page.getByRole('dialog', { name: '写真の位置を決める' })
  await expect(modal.getByRole('alert')).toContainText('画像を読み込めませんでした。')
  await modal.getByRole('button', { name: 'やめる' }).click()

  await choose(page, 'プロフィール写真を追加', await picture())
  const frame = modal.getByRole('group', { name: /写真の枠/ })
  await expect(frame).toBeVisible()
  await inBothThemes(page, axe)
  await expectNoOverflow(page)
  const box = await frame.boundingBox()
  if (!box) throw new Error('no frame')
  const zoom = modal.getByRole('slider', { name: '拡大' })
  await expect(zoom).toHaveValue('1')
  await pinch(page, box)
  await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(1.5)

  // Pulls the picture to the left, until only its blue half is in the frame.
  for (let pull = 0; pull < 6; pull += 1) {
    await page.mouse.move(box.x + box.width - 10, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + 10, box.y + 40, { steps: 4 })
    await page.mouse.up()
  }

  // The first attempt fails on the way; the second sends the same upload again.
  const tried: string[] = []
  await page.route('**/api/upload-image**', (route) => {
    tried.push(route.request().url())
    return tried.length === 1 ? route.abort() : route.fallback()
  })
  await modal.getByRole('button', { name: 'この写真にする' }).click()
  await expect(modal.getByRole('alert')).toHaveText('サーバーとの通信に失敗しました')
  await modal.getByRole('button', { name: 'もう一度送る' }).click()
  await expect(page.getByText('プロフィール写真を変更しました')).toBeVisible()
  await expect(modal).toBeHidden()
  expect(tried[1]).toBe(tried[0])

  const own = page.getByRole('button', { name: 'プロフィール写真を変更' })
  const source = (await own.locator('img').getAttribute('src')) ?? ''
  const shown = await page.request.get(new URL(source.replace('size=60', 'size=480'), app.url).href)
  const colours = await sharp(await shown.body()).stats()
  const [red, , blue] = colours.channels.map(({ mean }) => mean)
  expect(red).toBeLessThan(40)
  expect(blue).toBeGreaterThan(215)

  await own.click()
  await page
    .getByRole('dialog', { name: 'プロフィール写真' })
    .getByRole('button', { name: '写真を外す' })
    .click()
  await expect(page.getByRole('button', { name: 'プロフィール写真を追加' })).toBeVisible()
})
