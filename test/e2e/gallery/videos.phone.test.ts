import { randomUUID } from 'node:crypto'
import { drawnClip } from '#test/helpers/drawn-clip.ts'
import { expect, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addBroadcaster } from '../own-people.ts'
import { expectNoOverflow, inBothThemes } from '../people/people-steps.ts'

const mebibyte = 1024 * 1024

/** A clip with a box at its end that readers skip, so that it is sent in several parts. */
const longClip = async (): Promise<Buffer> => {
  const skipped = Buffer.alloc(3 * mebibyte)
  skipped.writeUInt32BE(skipped.length, 0)
  skipped.write('free', 4)
  return Buffer.concat([await drawnClip({ width: 320, height: 180, seconds: 2 }), skipped])
}

test('a broadcaster sends a video, reloads in the middle, and puts it on sale', async ({
  page,
  app,
  axe,
}) => {
  await signIn(page, await addBroadcaster(app, 'ゆうか'))
  await page.goto(`/base/gallery/${randomUUID()}`)
  await page.getByRole('button', { name: '動画', exact: true }).click()
  // The first part arrives; the page is left before the second one does.
  let parts = 0
  let isReloaded = false
  await page.route('**/api/upload-video/*', (route) => {
    parts += 1
    return parts === 1 || isReloaded ? route.continue() : new Promise(() => {})
  })
  await page
    .getByLabel(/動画を選ぶ/)
    .setInputFiles({ name: 'clip.mp4', mimeType: 'video/mp4', buffer: await longClip() })
  await expect(page.getByRole('status').filter({ hasText: /送信中 [1-9]/ })).toBeVisible()
  await expect.poll(() => parts).toBe(2)
  await inBothThemes(page, axe)
  const offsets: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '')
  })
  isReloaded = true
  await page.reload()
  await expect(page.getByRole('img', { name: '動画の表紙' })).toBeVisible()
  expect(offsets[0]).toBe(String(mebibyte))
  await expect(page.getByText('0:02')).toBeVisible()
  await page.getByLabel(/タイトル/).fill('ためし撮り')
  await expectNoOverflow(page)
  await page.getByRole('button', { name: '審査に送る' }).click()
  await expect(page.getByText('審査に送りました')).toBeVisible()
  await expect(page.getByText('動画 0:02')).toBeVisible()
})

test('a visitor plays a free video, seeks in it, and goes on when its address has ended', async ({
  page,
  axe,
}) => {
  await page.goto('/gallery?kind=video')
  await expect(page.getByRole('link', { name: '紅茶の湯気' })).toBeVisible()
  await expect(page.getByRole('link', { name: '眠れない夜の窓' })).toHaveCount(0)
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await page.getByRole('link', { name: '紅茶の湯気' }).click()
  const video = page.locator('video')
  await expect(video).toBeVisible()
  const seek = (second: number) =>
    video.evaluate(
      (player: HTMLVideoElement, to) =>
        new Promise<number>((resolve) => {
          player.addEventListener('seeked', () => resolve(player.currentTime), { once: true })
          player.currentTime = to
        }),
      second,
    )
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.readyState)).toBeGreaterThan(0)
  expect(await seek(2.5)).toBeCloseTo(2.5, 1)
  const first = await video.evaluate((player: HTMLVideoElement) => player.currentSrc)
  // The address ends: the player's next request fails, and the page fetches a new one.
  await page.clock.install()
  await page.clock.fastForward(11 * 60_000)
  await page.route('**/api/get-gallery-item', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replaceAll('&until=', '&new=1&until=') })
  })
  await video.evaluate((player: HTMLVideoElement) => player.dispatchEvent(new Event('error')))
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentSrc)).not.toBe(first)
  await expect
    .poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime))
    .toBeGreaterThanOrEqual(2.4)
  await expectNoOverflow(page)

  // As a buyer sees it where operators chose a visible watermark.
  await page.route('**/api/get-gallery-item', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ response, json: { ...answer, item: { ...answer.item, videoCode: '048213' } } })
  })
  await page.reload()
  const code = page.getByText('048213')
  await page.getByRole('button', { name: '再生' }).click()
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(0)
  await expect(code).toBeInViewport()
  await page.getByRole('button', { name: '全画面にする' }).click()
  await expect.poll(() => code.evaluate((shown) => document.fullscreenElement?.contains(shown))).toBe(true)
  await inBothThemes(page, axe)
  await page.getByRole('button', { name: '全画面をやめる' }).click()
  await page.getByRole('slider', { name: '再生位置' }).fill('1')
  await expectNoOverflow(page)
})
