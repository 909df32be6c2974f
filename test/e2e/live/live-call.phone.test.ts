import { incrementMs } from '#contract/points/points.ts'
import { expect, type Page, test } from '#test/helpers/e2e.ts'
import { closeBrowsers, openBrowserOf } from '#test/helpers/people-in-browsers.ts'
import { addBroadcaster, addCaller } from '../own-people.ts'
import { checkLook } from '../people/people-steps.ts'

test.afterEach(closeBrowsers)

test('a watcher asks for the live call, talks, and watches again, and no second is charged twice', async ({
  browser,
  app,
  axe,
}) => {
  const { sql } = app.database
  await sql`update live_setting set free_look_sec = 0`
  const host = await addBroadcaster(app, '名前の長い、よるに配信する人')
  const title = `夜の雑談 ${host.id}`
  const [broadcaster, caller, bystander] = await Promise.all([
    openBrowserOf(browser, host),
    addCaller(app, '話す人', { paid: 3_000 }).then((person) => openBrowserOf(browser, person)),
    addCaller(app, '見る人').then((person) => openBrowserOf(browser, person)),
  ])
  const lookAt = (shown: Page) => checkLook(shown, axe)
  const studio = broadcaster.page
  // The present below stands still there.
  await studio.emulateMedia({ reducedMotion: 'reduce' })
  await studio.goto('/base/live')
  await studio.getByLabel('配信タイトル').fill(title)
  await studio.getByRole('button', { name: '配信をはじめる' }).click()
  const isListed = async () =>
    JSON.stringify(await caller.request('/api/get-live-rooms', { limit: 50 })).includes(title)
  await expect.poll(isListed).toBe(true)

  const { page } = caller
  await page.goto('/live')
  await expect(page.getByRole('link', { name: new RegExp(title) })).toBeVisible()
  await lookAt(page)
  const channel = `/profile/channel/${host.id}`
  await page.goto(channel)
  const enter = page.getByRole('button', { name: '視聴する 200 pt/分' })
  await lookAt(page)
  await enter.click()
  await expect.poll(async () => (await caller.seenFrames()).count).toBeGreaterThan(5)
  // Beside a long name there is room for what follows it.
  const heart = await page.getByRole('button', { name: 'お気に入りに追加' }).boundingBox()
  const badge = await page.getByText('配信中', { exact: true }).boundingBox()
  expect((heart?.x ?? 0) + (heart?.width ?? 0)).toBeLessThanOrEqual(badge?.x ?? 0)
  await page.getByRole('button', { name: /お花/ }).click()
  await lookAt(page)
  // The present is there for a moment only, so the page looks itself.
  const animations = studio.evaluate(
    (selector) =>
      new Promise<number | undefined>((resolve) => {
        const look = () => {
          const image = document.querySelector(selector)
          if (image) resolve(image.closest('div')?.getAnimations().length)
        }
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
      }),
    'img[src="/presents/flower.svg"][width="96"]',
  )
  await page.getByRole('button', { name: '50ptで贈る' }).click()
  expect(await animations).toBe(0)
  await lookAt(studio)
  await page.getByRole('dialog').getByLabel('閉じる').click()
  await page.getByRole('button', { name: /ビデオチャットに参加/ }).click()
  const ring = page.getByRole('region', { name: 'ビデオチャットの申し込み' })
  await expect(ring).toContainText(`${host.name}さんを呼び出しています`)
  await expect(page.getByRole('timer', { name: '視聴時間' })).toBeVisible()
  await lookAt(page)
  await lookAt(studio)
  await studio.getByRole('button', { name: '応答する' }).click()
  await expect(page).toHaveURL(/\/outgoing\/video-chat/)
  await expect(page.getByRole('timer', { name: '通話時間' })).toBeVisible()
  // The screen goes on with the call that the ring began: beside the visit's connection there are those two.
  expect((await caller.sent()).used).toBe(3)
  await lookAt(page)
  await lookAt(studio)
  await expect(page.getByRole('button', { name: /音声に切り替える/ })).toBeHidden()
  await bystander.page.goto(channel)
  await expect(bystander.page.getByText('通話中', { exact: true })).toBeVisible()

  await studio.getByRole('button', { name: 'ビデオチャットを終える' }).click()
  await expect(page.getByRole('dialog')).toContainText('お相手がビデオチャットを終了しました。')
  await page.getByRole('dialog').getByLabel('閉じる').click()
  await expect(page).toHaveURL(new RegExp(`${channel}$`))
  await expect(bystander.page.getByText('配信中', { exact: true })).toBeVisible()
  await enter.click()
  await expect(page.getByRole('timer', { name: '視聴時間' })).toBeVisible()
  await page.getByRole('button', { name: '視聴をやめる' }).click()
  await expect(page.getByRole('link', { name: '明細' })).toBeVisible()
  await lookAt(page)

  const calls = await sql<{ origin: string; points: number; ms: number; reason: string }[]>`
    select c.origin, (m.captured_increments * m.increment_points)::int as points, c.charged_ms::int as ms,
      c.end_reason as reason
    from call c join meter m on m.call_id = c.id::text where c.caller_id = ${caller.id} order by c.requested_at`
  expect(calls.map(({ origin, reason }) => `${origin} ${reason}`)).toEqual([
    'sideWatch byCaller',
    'live byBroadcaster',
    'sideWatch byCaller',
  ])
  for (const { points, ms } of calls) expect(points).toBe(Math.ceil(ms / incrementMs) * 20)
  expect(await caller.point()).toBe(3_000 - 50 - calls.reduce((sum, { points }) => sum + points, 0))
})
