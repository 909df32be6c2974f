import { incrementMs } from '#contract/points/points.ts'
import { type E2eApp, expect, test } from '#test/helpers/e2e.ts'
import { closeBrowsers, openBrowserOf, type PersonInBrowser } from '#test/helpers/people-in-browsers.ts'
import { addBroadcaster, addCaller } from '../own-people.ts'
import { goLive } from './go-live.ts'

test.afterEach(closeBrowsers)

/** A room with a price of its own, which is in the list although nothing of it is sent: its entrance needs no media. */
const addRoom = async (host: PersonInBrowser, sql: E2eApp['database']['sql']): Promise<string> => {
  const roomId = crypto.randomUUID()
  await host.request('/api/start-live', {
    ...{ roomId, title: '次の配信', tags: [], rates: { watch: 300, call: null }, source: 'encoder' },
  })
  await sql`update live_room set began_at = now() where id = ${roomId}`
  return roomId
}

test('two watchers see the price first, each pays for the increments seen and for a comment, and reads what it was', async ({
  browser,
  app,
  axe,
}) => {
  const { sql } = app.database
  await sql`update live_setting set free_look_sec = 0`
  const host = await addBroadcaster(app, '配信する人')
  const broadcaster = await openBrowserOf(browser, host)
  const nextHost = await openBrowserOf(browser, await addBroadcaster(app, '次に配信する人'))
  const [caller, other] = await Promise.all(
    ['見る人', 'あとから来る人'].map(async (name) =>
      openBrowserOf(browser, await addCaller(app, name, { paid: 3_000 })),
    ),
  )
  if (!caller || !other) throw new Error('nobody watches')
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
  await expect.poll(async () => (await caller.seenFrames()).count).toBeGreaterThan(5)
  await page.getByRole('textbox', { name: 'コメント' }).fill('こんばんは')
  await page.getByRole('button', { name: /送信/ }).click()
  await expect(page.getByRole('log')).toContainText('こんばんは')
  await axe(page)
  // The second one comes when the first is in the second increment, and leaves first.
  await expect.poll(async () => (await caller.seenFrames()).seenMs).toBeGreaterThan(incrementMs)
  const nextRoomId = await addRoom(nextHost, sql)
  await other.page.goto(`/profile/channel/${host.id}`)
  await other.page.getByRole('button', { name: '視聴する 200 pt/分' }).click()
  await expect(other.page.getByRole('log')).toContainText('こんばんは')
  await expect.poll(async () => (await other.seenFrames()).count).toBeGreaterThan(5)
  await other.page.getByRole('textbox', { name: 'コメント' }).fill('はじめまして')
  await other.page.getByRole('button', { name: /^送信\s*20\s*pt$/ }).click()
  for (const watcher of [other, caller])
    await expect(watcher.page.getByRole('log')).toContainText('はじめまして')
  // An arrow key leads to the next room: this meter ends, and that room asks with its own price before it starts one.
  await other.page.getByRole('textbox', { name: 'コメント' }).blur()
  await other.page.keyboard.press('ArrowDown')
  await expect(other.page).toHaveURL(new RegExp(`/profile/channel/pc/${nextHost.id}$`))
  await expect(other.page.getByRole('button', { name: '視聴する 300 pt/分' })).toBeVisible()
  const visitsOfOther = () => sql`
    select c.live_room_id as room, c.end_reason as reason, m.state from call c join meter m on m.call_id = c.id::text
    where c.caller_id = ${other.id}`
  await expect.poll(visitsOfOther).toEqual([{ room: roomId, reason: 'byCaller', state: 'settled' }])
  await page.getByRole('button', { name: '視聴をやめる' }).click()
  await expect(page.getByRole('link', { name: '明細' })).toBeVisible()

  const paid: number[] = []
  for (const watcher of [caller, other]) {
    const { firstMs, lastMs, seenMs } = await watcher.seenFrames()
    const [call] = await sql<{ points: number; charged_ms: number }[]>`
      select m.captured_increments * m.increment_points as points, c.charged_ms::int
      from call c join meter m on m.call_id = c.id::text
      where c.live_room_id = ${roomId} and c.caller_id = ${watcher.id}`
    const { points = 0, charged_ms: chargedMs = 0 } = call ?? {}
    expect(points).toBe(Math.ceil(chargedMs / incrementMs) * 20)
    // The receiver's own clock, over its last picture by at most a second: what arrives is charged, also while the page
    // paints nothing. What came since its last report isn't charged: Chromium reports after 0.5 to 1.5 s.
    expect(chargedMs - (lastMs - firstMs)).toBeLessThan(1_000)
    expect(seenMs - chargedMs).toBeLessThan(2_000)
    expect(await watcher.point()).toBe(3_000 - points - 20)
    paid.push(points)
  }
  const [first = 0, second = 0] = paid
  expect(first).toBeGreaterThan(second)
  expect(second).toBeGreaterThan(0)
  await nextHost.request('/api/end-live', { roomId: nextRoomId })
  const { summary } = await broadcaster.request<{ summary: object }>('/api/end-live', { roomId })
  expect(summary).toMatchObject({
    ...{ watchers: 2, peakWatchers: 2 },
    earned: { watch: (first + second) * 0.4, comments: 16 },
  })
  await page.reload()
  await expect(page.getByText('配信者が配信を終えました。')).toBeVisible()
  await expect(enter).toBeHidden()
})
