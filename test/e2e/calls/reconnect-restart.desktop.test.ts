import { test as base, expect } from '#test/helpers/e2e.ts'
import { broadcasterLogin, closeBrowsers, openBrowserOf } from '#test/helpers/people-in-browsers.ts'
import { answer, ended, lastReceipt, watchedFor } from './call-steps.ts'
import {
  awayMs,
  broadcasterNotice,
  callerNotice,
  countdown,
  expectBillOfPicture,
  framesOf,
  runningCall,
  seesAgain,
} from './reconnect-steps.ts'

/** Its own settings make it a separate app, to be killed. */
const test = base.extend({ settings: [{ MEDIA_PROCESSES: '2' }, { scope: 'worker' }] })

test.describe.configure({ timeout: 120_000 })

test.afterEach(async ({ app }) => {
  await closeBrowsers()
  await app.startAgain()
})

test('resumes after a reload of the caller and then of the broadcaster, and the gaps are free', async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await runningCall(browser, app, 0, 0)
  // A fast return shows the notice for a moment only, so the wait begins before the reload.
  await Promise.all([broadcasterNotice(broadcaster.page).waitFor(), caller.page.reload()])
  await seesAgain(caller, await framesOf(caller))
  await expect(broadcasterNotice(broadcaster.page)).toBeHidden()

  const before = await framesOf(caller)
  await Promise.all([callerNotice(caller.page).waitFor(), broadcaster.page.reload()])
  await seesAgain(caller, before)
  await expect(callerNotice(caller.page)).toBeHidden()
  await expectBillOfPicture(caller, { gapMs: 0 })
})

test('is offered on another page that the broadcaster opens, and continues from there', async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await runningCall(browser, app, 0, 1)
  await broadcaster.page.goto('/base')
  await expect(callerNotice(caller.page)).toBeVisible()
  await broadcaster.page.reload()
  const before = await framesOf(caller)
  await broadcaster.page.getByRole('link', { name: '通話に戻る' }).click()
  await seesAgain(caller, before)
  await expect(callerNotice(caller.page)).toBeHidden()
  await expectBillOfPicture(caller, { gapMs: 0 })
})

test('moves to another device of the broadcaster, and leaves the first one', async ({ browser, app }) => {
  const { caller, broadcaster } = await runningCall(browser, app, 0, 2)
  const other = await openBrowserOf(browser, broadcasterLogin(2))
  await other.page.goto('/')
  const before = await framesOf(caller)
  await other.page.getByRole('link', { name: '通話に戻る' }).click()
  await expect(broadcaster.page.getByText('通話は別の画面で続いています')).toBeVisible()
  await seesAgain(caller, before)
  await expect(answer(broadcaster.page)).toHaveCount(0)
  await expectBillOfPicture(caller, { gapMs: 0 })
})

test('shows the picture again after the media processes were killed, and bills only what was seen', async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await runningCall(browser, app, 0, 3)
  const before = { ofCaller: await framesOf(caller), ofBroadcaster: await framesOf(broadcaster) }
  await app.killMedia()
  await expect(callerNotice(caller.page)).toBeVisible()
  await seesAgain(caller, before.ofCaller)
  await seesAgain(broadcaster, before.ofBroadcaster)
  await expectBillOfPicture(caller, { gapMs: 2_000, unreportedMs: 6_000 })
})

test('resumes after the app was killed and started again, and the time between is free', async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await runningCall(browser, app, 0, 4)
  const before = { ofCaller: await framesOf(caller), ofBroadcaster: await framesOf(broadcaster) }
  const killedAt = Date.now()
  await app.kill()
  const started = app.startAgain().then(() => Date.now())
  await expect(callerNotice(caller.page)).toBeVisible()
  await expect(broadcasterNotice(broadcaster.page)).toBeVisible()
  await expect(caller.page.getByRole('dialog').or(caller.page.getByRole('alert'))).toHaveCount(0)
  const gapMs = (await started) - killedAt
  await seesAgain(caller, before.ofCaller)
  await seesAgain(broadcaster, before.ofBroadcaster)
  await expect(callerNotice(caller.page)).toBeHidden()
  await expectBillOfPicture(caller, { gapMs, unreportedMs: 6_000 })
})

test('ends on both screens while the app stays away, and returns the points when the app is back', async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await runningCall(browser, app, 0, 5)
  // What the media server hasn't reported to the app yet is lost in the payer's favour.
  await watchedFor(caller, 12_000)
  const before = await caller.point()
  await app.kill()
  await expect(countdown(caller.page)).toBeVisible()
  await expect(ended(caller.page)).toContainText('通信が途切れたため、通話を終了しました。', awayMs)
  await expect(ended(broadcaster.page)).toContainText('通信が途切れたため、通話を終了しました。', awayMs)
  await app.startAgain()
  await expect.poll(async () => (await lastReceipt(caller)).pointBack, { timeout: 30_000 }).toBeGreaterThan(0)
  const receipt = await lastReceipt(caller)
  expect(receipt.pointBack).toBe(receipt.points)
  expect(await caller.point()).toBeGreaterThanOrEqual(before)
})
