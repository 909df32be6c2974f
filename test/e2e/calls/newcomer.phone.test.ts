import { incrementMs } from '#contract/points/points.ts'
import { type E2eApp, expect, test } from '#test/helpers/e2e.ts'
import { broadcasterLogin } from '#test/helpers/people-in-browsers.ts'

const broadcaster = broadcasterLogin(8)

// Calls of a minute and more need their time.
test.describe.configure({ timeout: 180_000 })

test('a new member registers, calls by video and by voice, hangs up, and reviews', async ({
  page,
  axe,
  app,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: '無料ではじめる' }).first().click()
  const registration = page.getByRole('dialog', { name: 'アカウントの作成' })
  await registration.getByRole('button', { name: 'おまかせ' }).click()
  await registration.getByRole('button', { name: '無料ではじめる' }).click()
  await page.waitForURL('/?showTutoModal=true')

  await page.goto(`/profile/unbroadcaster/${broadcaster.id}`)
  await page
    .getByRole('button', { name: '音声通話' })
    .or(page.getByRole('link', { name: '音声通話' }))
    .first()
    .click()
  await expect(page).toHaveURL(/\/outgoing\/voice-call\?partnerId=\d+$/)
  // The demo participant answers after 2 to 4 s, and the participant's sound starts the meter.
  await expect(page.getByRole('timer', { name: '通話時間' })).toHaveText('00:02', { timeout: 20_000 })
  await axe(page)
  await page.getByRole('button', { name: '通話を終える' }).click()
  const ended = page.getByRole('dialog').filter({ hasText: '通話時間' })
  // The time for looking at the screen decides how many increments were charged; each costs 14.
  await expect
    .poll(
      async () => {
        const charged = await incrementsCharged(app, broadcaster.id)
        return charged > 0 && ((await ended.textContent()) ?? '').includes(`${14 * charged}pt`)
      },
      { timeout: 15_000 },
    )
    .toBe(true)
  await ended.getByRole('button', { name: '閉じる' }).first().click()

  await page
    .getByRole('button', { name: 'ビデオ通話' })
    .or(page.getByRole('link', { name: 'ビデオ通話' }))
    .first()
    .click()
  const picture = page.locator('video[aria-label$="さんの映像"]')
  await expect.poll(() => picture.evaluate((video: HTMLVideoElement) => video.videoHeight)).toBeGreaterThan(0)
  await axe(page)
  await expect(page.getByRole('timer', { name: '通話時間' })).toHaveText('01:02', { timeout: 90_000 })
  await page.getByRole('button', { name: '通話を終える' }).click()

  const review = page.getByRole('dialog', { name: `${broadcaster.name}さんとの通話はいかがでしたか？` })
  await expect(review.getByRole('radio', { name: /^5/ })).toBeChecked()
  await axe(page)
  await review.getByRole('textbox').fill('楽しかった')
  await expect(review.getByText('10文字以上入力してください。')).toBeVisible()
  await expect(review.getByRole('button', { name: '投稿する' })).toBeDisabled()
  await review.getByRole('textbox').fill('声が落ち着いていて、とても話しやすかったです。')
  await review.getByRole('button', { name: '投稿する' }).click()
  await expect(page.getByText('レビューを投稿しました！')).toBeVisible()
  await expect(page.locator('canvas')).toBeAttached()
  await expect(review).toBeHidden()
  await expect(ended).toBeVisible()
  await axe(page)
  await ended.getByRole('link', { name: '通話の明細を見る' }).click()
  await expect(page).toHaveURL(/\/my-page\/receipts\/[0-9a-f-]{36}$/)
  await expect(page.getByText('220').first()).toBeVisible()

  const written = await app.database.sql`
    select score, description from review where target_id = ${broadcaster.id} order by created_at desc limit 1`
  expect(written).toEqual([{ score: 5, description: '声が落ち着いていて、とても話しやすかったです。' }])
})

const incrementsCharged = async ({ database }: E2eApp, broadcasterId: string): Promise<number> => {
  const rows = await database.sql`
    select charged_ms from call where broadcaster_id = ${broadcasterId} order by requested_at desc limit 1`
  return Math.ceil(Number(rows[0]?.charged_ms) / incrementMs)
}
