import { incrementMs } from '#contract/points/points.ts'
import { expect, test } from '#test/helpers/e2e.ts'
import { closeBrowsers, openBrowserOf } from '#test/helpers/people-in-browsers.ts'
import { addBroadcaster, addCaller } from '../own-people.ts'
import { goLive } from './go-live.ts'

test.afterEach(closeBrowsers)

test('a watcher sees the price first, pays for the increments seen and for a comment, and reads what it was', async ({
  browser,
  app,
  axe,
}) => {
  const { sql } = app.database
  await sql`update live_setting set free_look_sec = 0`
  const host = await addBroadcaster(app, '配信する人')
  const broadcaster = await openBrowserOf(browser, host)
  const caller = await openBrowserOf(browser, await addCaller(app, '見る人', { paid: 3_000 }))
  const roomId = crypto.randomUUID()
  await broadcaster.page.goto('/health')
  await broadcaster.page.evaluate(goLive, roomId)

  const { page } = caller
  await page.goto('/live')
  await page.getByRole('link', { name: /夜の雑談/ }).click()
  const enter = page.getByRole('button', { name: '視聴する 200 pt/分' })
  await expect(enter).toBeVisible()
  await axe(page)
  expect(await caller.point()).toBe(3_000)
  await enter.click()
  await expect(page.getByRole('timer', { name: '視聴時間' })).toBeVisible()
  await expect.poll(async () => (await caller.seenFrames()).count, { timeout: 20_000 }).toBeGreaterThan(5)
  await page.getByRole('textbox', { name: 'コメント' }).fill('こんばんは')
  await page.getByRole('button', { name: /送信/ }).click()
  await expect(page.getByRole('log')).toContainText('こんばんは')
  await axe(page)
  await expect
    .poll(async () => (await caller.seenFrames()).seenMs, { timeout: 20_000 })
    .toBeGreaterThan(incrementMs)
  await page.getByRole('button', { name: '視聴をやめる' }).click()
  await expect(page.getByRole('link', { name: '領収書' })).toBeVisible()

  const { seenMs } = await caller.seenFrames()
  const [call] = await sql<{ points: number; charged_ms: number }[]>`
    select m.captured_increments * m.increment_points as points, c.charged_ms::int
    from call c join meter m on m.call_id = c.id::text where c.live_room_id = ${roomId}`
  expect(call?.points).toBe(Math.ceil((call?.charged_ms ?? 0) / incrementMs) * 20)
  // The receiver's own clock, over its last picture by at most a second.
  expect(Math.abs((call?.charged_ms ?? 0) - seenMs)).toBeLessThan(1_000)
  expect(await caller.point()).toBe(3_000 - (call?.points ?? 0) - 20)
  const { summary } = await broadcaster.ask<{ summary: object }>('/api/end-live', { roomId })
  expect(summary).toMatchObject({
    watchers: 1,
    earned: { watch: Math.floor((call?.points ?? 0) * 0.4), comments: 8 },
  })
  await page.reload()
  await expect(page.getByText('配信者が配信を終えました。')).toBeVisible()
  await expect(enter).toBeHidden()
})
