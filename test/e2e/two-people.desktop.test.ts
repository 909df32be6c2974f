import { incrementMs } from '#contract/points/points.ts'
import { spendPoints } from '#server/points/ledger/ledger.ts'
import { expect, test } from '#test/helpers/e2e.ts'
import { bothOf, callerLogin, closeBrowsers, openBrowserOf } from '#test/helpers/people-in-browsers.ts'
import {
  answer,
  dial,
  ended,
  hangUp,
  inTheMiddleOfAnIncrement,
  lastReceipt,
  profileOf,
  timer,
  watchedFor,
} from './call-steps.ts'

test.afterEach(closeBrowsers)

test('he calls her by video: pictures on both sides, and points for the increments he saw', async ({
  browser,
  app,
  axe,
}) => {
  const { him, her } = await bothOf(browser, app, 0, 0)
  const before = await him.point()
  await dial(him, her, 'ビデオ通話')
  await expect(her.page).toHaveURL(/\/incoming\/video-call\/\d+$/)
  await axe(her.page)
  await answer(her.page).click()
  await expect(timer(him.page)).toBeVisible({ timeout: 20_000 })
  await axe(him.page)
  await watchedFor(him, incrementMs)
  const { increment, point } = await inTheMiddleOfAnIncrement(him)
  expect(point).toBe(before - increment * 20)
  await hangUp(him.page)

  await expect(ended(him.page)).toBeVisible()
  await expect(ended(her.page)).toBeVisible()
  const [his, hers] = [await him.seenFrames(), await her.seenFrames()]
  expect(his.count).toBeGreaterThan(60)
  expect(hers.count).toBeGreaterThan(60)
  const increments = Math.ceil((his.lastMs - his.firstMs) / incrementMs)
  const receipt = await lastReceipt(him)
  expect(receipt).toMatchObject({
    chargedIncrements: increments,
    points: increments * 20,
    endReason: 'byCaller',
  })
  expect(await him.point()).toBe(before - increments * 20)
  expect(await lastReceipt(her)).toMatchObject({ points: null, earned: increments * 8 })

  for (const sdp of [...him.sdpAnswers, ...her.sdpAnswers]) {
    const ports = [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ \S+ (\d+) /gim)].map((match) => match[1])
    expect(new Set(ports).size).toBe(1)
    expect(sdp).not.toMatch(/typ (srflx|prflx|relay)/)
  }
  const credentials = (sdps: string[]) =>
    sdps.flatMap((sdp) => sdp.match(/^a=(ice-ufrag|ice-pwd).*$/gm) ?? [])
  expect(credentials(him.sdpAnswers).filter((line) => credentials(her.sdpAnswers).includes(line))).toEqual([])
})

test('she calls him by voice: his accept button carries the price, she hangs up', async ({
  browser,
  app,
}) => {
  const { him, her } = await bothOf(browser, app, 0, 1)
  await him.page.goto('/my-page')
  await dial(her, him, '音声通話')
  await expect(him.page).toHaveURL(/\/incoming\/voice-call\/\d+$/)
  await expect(answer(him.page)).toContainText('140')
  await answer(him.page).click()
  await expect(timer(him.page)).toHaveText('00:07', { timeout: 20_000 })
  await expect(timer(her.page)).toBeVisible()
  await hangUp(her.page)
  await expect(ended(him.page)).toContainText('お相手が通話を終了しました。')
  expect(await lastReceipt(him)).toMatchObject({
    chargedIncrements: 2,
    points: 28,
    endReason: 'byBroadcaster',
  })
})

test('she declines, he cancels, and nobody pays', async ({ browser, app }) => {
  const { him, her } = await bothOf(browser, app, 1, 2)
  const before = await him.point()
  await dial(him, her, 'ビデオ通話')
  await her.page.getByRole('button', { name: '応答しない' }).click()
  await expect(him.page.getByRole('dialog')).toBeVisible()
  await him.page.getByRole('dialog').getByRole('button', { name: '閉じる' }).first().click()

  await dial(him, her, '音声通話')
  await expect(answer(her.page)).toBeVisible()
  await him.page.getByRole('button', { name: '発信をやめる' }).click()
  await expect(answer(her.page)).toBeHidden()
  expect(await him.point()).toBe(before)
})

test('a ring nobody answers is missed after 30 s', async ({ browser, app }) => {
  const { him, her } = await bothOf(browser, app, 1, 3)
  await dial(him, her, 'ビデオ通話')
  await expect(answer(her.page)).toBeVisible()
  await expect(answer(her.page)).toBeHidden({ timeout: 40_000 })
  await expect(him.page.getByRole('dialog')).toBeVisible()
  const [call] = await app.database.sql`
    select end_reason from call where caller_id = ${him.id} order by requested_at desc limit 1`
  expect(call).toEqual({ end_reason: 'missed' })
})

test('who is in a call is busy for others', async ({ browser, app }) => {
  const { him, her } = await bothOf(browser, app, 0, 4)
  await dial(him, her, 'ビデオ通話')
  await answer(her.page).click()
  await expect(timer(him.page)).toBeVisible({ timeout: 20_000 })
  const other = await openBrowserOf(browser, callerLogin(1))
  const busy = await other.ask('/api/send-call-request', {
    callId: crypto.randomUUID(),
    partnerId: her.id,
    callType: 'video',
  })
  expect(busy).toMatchObject({ code: 'callPartnerBusy' })
  await other.page.goto(profileOf(her))
  await expect(other.page.getByText('通話中').first()).toBeVisible()
  await hangUp(her.page)
})

test('points run out: the call ends at zero and says so', async ({ browser, app }) => {
  const { him, her } = await bothOf(browser, app, 2, 5)
  const left = 50
  await spendPoints(app.database.db, {
    key: `test:${crypto.randomUUID()}`,
    payerId: him.id,
    payeeId: null,
    points: (await him.point()) - left,
    purpose: 'demo',
  })
  await dial(him, her, 'ビデオ通話')
  await answer(her.page).click()
  await expect(him.page.getByRole('status').filter({ hasText: /あと\d+秒です/ })).toBeVisible({
    timeout: 20_000,
  })
  await expect(him.page.getByRole('dialog', { name: 'ポイントが不足しています' })).toBeVisible({
    timeout: 30_000,
  })
  const receipt = await lastReceipt(him)
  expect(receipt.endReason).toBe('pointless')
  expect(await him.point()).toBe(left - receipt.points)
  expect(await him.point()).toBeLessThan(receipt.points / receipt.chargedIncrements)
})

test('he closes the tab: her screen waits 20 s, the meter stands, and the call ends', async ({
  browser,
  app,
}) => {
  const { him, her } = await bothOf(browser, app, 1, 6)
  await dial(him, her, 'ビデオ通話')
  await answer(her.page).click()
  await watchedFor(her, 3_000)
  await him.page.close({ runBeforeUnload: false })
  await expect(her.page.getByText('再接続中')).toBeVisible()
  await expect(ended(her.page).or(her.page.getByRole('dialog'))).toBeVisible({ timeout: 35_000 })
  expect(await lastReceipt(her)).toMatchObject({ endReason: 'connectionLost', chargedIncrements: 1 })
})

test('she calls him by video, and closes her tab: he gets the last minute back', async ({ browser, app }) => {
  const { him, her } = await bothOf(browser, app, 0, 7)
  const before = await him.point()
  await him.page.goto('/my-page')
  await dial(her, him, 'ビデオ通話')
  await expect(him.page).toHaveURL(/\/incoming\/video-call\/\d+$/)
  await answer(him.page).click()
  await watchedFor(him, 3_000)
  await her.page.close({ runBeforeUnload: false })
  await expect(him.page.getByText('再接続中').first()).toBeVisible()
  await expect(ended(him.page)).toBeVisible({ timeout: 35_000 })
  expect(await lastReceipt(him)).toMatchObject({ endReason: 'connectionLost', pointBack: 20 })
  expect(await him.point()).toBe(before)
})

test('she calls one without points: he reads why, she reads つながりませんでした', async ({
  browser,
  app,
}) => {
  const { him, her } = await bothOf(browser, app, 2, 8)
  await spendPoints(app.database.db, {
    key: `test:${crypto.randomUUID()}`,
    payerId: him.id,
    payeeId: null,
    points: await him.point(),
    purpose: 'demo',
  })
  await him.page.goto('/my-page')
  await dial(her, him, '音声通話')
  await answer(him.page).click()
  await expect(him.page.getByRole('dialog', { name: 'ポイントが不足しています' })).toBeVisible()
  await expect(her.page.getByText('つながりませんでした').first()).toBeVisible()
})
