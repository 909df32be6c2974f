import { test as base, expect } from '#test/helpers/e2e.ts'
import { broadcasterLogin, closeBrowsers, openBrowserOf } from '#test/helpers/people-in-browsers.ts'
import { answer, chargedMsOf, ended, lastReceipt, whenShown } from '../calls/call-steps.ts'
import {
  broadcasterNotice,
  broadcasterNoticeText,
  callerNotice,
  callerNoticeText,
  countdown,
  expectBillOfPicture,
  framesOf,
  graceSec,
  runningCall,
  seesAgain,
} from './reconnect-steps.ts'

/** Its own settings make it a separate app, to be killed. */
const test = base.extend({ settings: [{ MEDIA_PROCESSES: '2' }, { scope: 'worker' }] })

test.afterEach(async ({ app }) => {
  await closeBrowsers()
  await app.startAgain()
})

test('resumes after reloads, from another page, and on another device; the gaps are free', async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await runningCall(browser, app, 0, 0)
  await test.step('after a reload of the caller and then of the broadcaster', async () => {
    // A fast return shows the notice for a moment only, so the wait begins before the reload.
    await Promise.all([whenShown(broadcaster.page, broadcasterNoticeText), caller.page.reload()])
    await seesAgain(caller, await framesOf(caller))
    await expect(broadcasterNotice(broadcaster.page)).toBeHidden()

    const before = await framesOf(caller)
    await Promise.all([whenShown(caller.page, callerNoticeText), broadcaster.page.reload()])
    await seesAgain(caller, before)
    await expect(callerNotice(caller.page)).toBeHidden()
  })
  await test.step('from another page that the broadcaster opens', async () => {
    await broadcaster.page.goto('/base')
    await expect(callerNotice(caller.page)).toBeVisible()
    await broadcaster.page.reload()
    const before = await framesOf(caller)
    await broadcaster.page.getByRole('link', { name: '通話に戻る' }).click()
    await seesAgain(caller, before)
    await expect(callerNotice(caller.page)).toBeHidden()
  })
  await test.step('on another device of the broadcaster, and the first one is left', async () => {
    const other = await openBrowserOf(browser, broadcasterLogin(0))
    await other.page.goto('/')
    const before = await framesOf(caller)
    await other.page.getByRole('link', { name: '通話に戻る' }).click()
    await expect(broadcaster.page.getByText('通話は別の画面で続いています')).toBeVisible()
    await seesAgain(caller, before)
    await expect(answer(broadcaster.page)).toHaveCount(0)
  })
  await expectBillOfPicture(caller, { gapMs: 0 })
})

test('shows the picture again after the media processes were killed, and bills only what was seen', async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await runningCall(browser, app, 0, 1)
  const before = { ofCaller: await framesOf(caller), ofBroadcaster: await framesOf(broadcaster) }
  // The pages are told at once, so the notice shows for a moment only.
  await Promise.all([whenShown(caller.page, callerNoticeText), app.killMedia()])
  await seesAgain(caller, before.ofCaller)
  await seesAgain(broadcaster, before.ofBroadcaster)
  await expectBillOfPicture(caller, { gapMs: 2_000, unreportedMs: 6_000 })
})

test('resumes after the app was killed and started again, and the time between is free', async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await runningCall(browser, app, 0, 2)
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
  const { caller, broadcaster } = await runningCall(browser, app, 0, 3, { hasClock: true })
  // What the media server hasn't reported to the app yet is lost in the payer's favour.
  await expect.poll(() => chargedMsOf(app, caller.id)).toBeGreaterThan(0)
  const before = await caller.point()
  await app.kill()
  for (const { page } of [caller, broadcaster]) {
    await expect(countdown(page)).toBeVisible()
    await page.clock.fastForward(graceSec * 1_000)
    await expect(ended(page)).toContainText('通信が途切れたため、通話を終了しました。')
  }
  // The pages' clocks are ahead of the database's, so the app has been away there for as long.
  await app.database.sql`update node set beat_at = beat_at - make_interval(secs => ${graceSec})`
  await app.startAgain()
  await expect.poll(async () => (await lastReceipt(caller)).pointBack).toBeGreaterThan(0)
  const receipt = await lastReceipt(caller)
  expect(receipt.pointBack).toBe(receipt.points)
  expect(await caller.point()).toBeGreaterThanOrEqual(before)
})
