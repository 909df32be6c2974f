import type { Locator } from '@playwright/test'
import { incrementMs } from '#contract/points/points.ts'
import { type E2eApp, expect, test } from '#test/helpers/e2e.ts'
import { broadcasterLogin } from '#test/helpers/people-in-browsers.ts'

const broadcaster = broadcasterLogin(8)

// A call with a demo participant needs its time.
/** The most taps from opening the page to the first picture, and to the receipt. */
const tapsToPicture = 6
const tapsToReceipt = 20

test('a newcomer taps a call, registers, and has picture and receipt within a few taps', async ({
  page,
  axe,
  app,
}) => {
  let taps = 0
  const tap = async (target: Locator) => {
    await target.click()
    taps += 1
  }
  await page.goto('/')
  await expect(page.getByText('待機中の配信者と、ビデオや音声で1対1で話せるサービスです。')).toBeInViewport()
  await expect(page.getByText('登録で300ptプレゼント')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'ログイン' }).first()).toBeInViewport()
  await page.goto(`/profile/unbroadcaster/${broadcaster.id}`)
  const document = await page.evaluateHandle(() => window.document)

  await tap(page.getByRole('button', { name: /ビデオ通話.*に発信/ }))
  const registration = page.getByRole('dialog', { name: 'アカウントの作成' })
  await expect(registration).toContainText(`登録すると、${broadcaster.name}さんとのビデオ通話へすすみます。`)
  await expect(registration).toContainText('登録で300ptプレゼント')
  await tap(registration.getByRole('button', { name: 'おまかせ' }))
  await tap(registration.getByRole('button', { name: '無料ではじめる' }))

  // The call that was tapped, with its price once more, in the page that was open.
  await expect(page).toHaveURL(/\/outgoing\/video-call\?partnerId=\d+$/)
  expect(await document.evaluate((opened) => opened === window.document)).toBe(true)
  const dial = page.getByRole('button', { name: /200\s?pt\/分.*に発信/ })
  await expect(dial).toBeVisible()
  await axe(page)
  await tap(dial)
  const picture = page.locator('video[aria-label$="さんの映像"]')
  await expect.poll(() => picture.evaluate((video: HTMLVideoElement) => video.videoHeight)).toBeGreaterThan(0)
  expect(taps).toBeLessThanOrEqual(tapsToPicture)
  await axe(page)
  await expect(page.getByRole('timer', { name: '通話時間' })).toHaveText(/^00:(0[2-9]|\d\d)$/)

  await tap(page.getByRole('button', { name: '通話を終える' }))
  const ended = page.getByRole('dialog').filter({ hasText: '通話時間' })
  // The time for looking at the screen decides how many increments were charged; each costs 20.
  await expect
    .poll(async () => {
      const charged = await incrementsCharged(app, broadcaster.id)
      return charged > 0 && ((await ended.textContent()) ?? '').includes(`${20 * charged}pt`)
    })
    .toBe(true)
  await axe(page)
  await tap(ended.getByRole('link', { name: '通話の明細を見る' }))
  await expect(page).toHaveURL(/\/my-page\/receipts\/[0-9a-f-]{36}$/)
  await expect(page.getByText(broadcaster.name).first()).toBeVisible()
  expect(taps).toBeLessThanOrEqual(tapsToReceipt)
})

const incrementsCharged = async ({ database }: E2eApp, broadcasterId: string): Promise<number> => {
  const rows = await database.sql`
    select charged_ms from call where broadcaster_id = ${broadcasterId} order by requested_at desc limit 1`
  return Math.ceil(Number(rows[0]?.charged_ms) / incrementMs)
}
