import { test as base, expect } from '#test/helpers/e2e.ts'
import { broadcasterLogin, closeBrowsers, openBrowserOf } from '#test/helpers/people-in-browsers.ts'
import { answer, ended, lastReceipt, watchedFor } from './call-steps.ts'
import {
  awayMs,
  countdown,
  expectBillOfPicture,
  framesOf,
  herNotice,
  hisNotice,
  runningCall,
  seesAgain,
} from './reconnect-steps.ts'

/** Settings of its own make it an app of its own, to be killed. */
const test = base.extend({ settings: [{ MEDIA_PROCESSES: '2' }, { scope: 'worker' }] })

test.describe.configure({ timeout: 120_000 })

test.afterEach(async ({ app }) => {
  await closeBrowsers()
  await app.startAgain()
})

test('he reloads, then she does: each is back in the call, and the gaps are free', async ({
  browser,
  app,
}) => {
  const { him, her } = await runningCall(browser, app, 0, 0)
  // A fast return shows the notice for a moment only, so the wait begins before the reload.
  await Promise.all([herNotice(her.page).waitFor(), him.page.reload()])
  await seesAgain(him, await framesOf(him))
  await expect(herNotice(her.page)).toBeHidden()

  const before = await framesOf(him)
  await Promise.all([hisNotice(him.page).waitFor(), her.page.reload()])
  await seesAgain(him, before)
  await expect(hisNotice(him.page)).toBeHidden()
  await expectBillOfPicture(him, { gapMs: 0 })
})

test('she goes to another page in the middle of it: the call is offered there, and goes on', async ({
  browser,
  app,
}) => {
  const { him, her } = await runningCall(browser, app, 0, 1)
  await her.page.goto('/base')
  await expect(hisNotice(him.page)).toBeVisible()
  await her.page.reload()
  const before = await framesOf(him)
  await her.page.getByRole('link', { name: '通話に戻る' }).click()
  await seesAgain(him, before)
  await expect(hisNotice(him.page)).toBeHidden()
  await expectBillOfPicture(him, { gapMs: 0 })
})

test('she takes the call on another device: the first one lets it go', async ({ browser, app }) => {
  const { him, her } = await runningCall(browser, app, 0, 2)
  const other = await openBrowserOf(browser, broadcasterLogin(2))
  await other.page.goto('/')
  const before = await framesOf(him)
  await other.page.getByRole('link', { name: '通話に戻る' }).click()
  await expect(her.page.getByText('通話は別の画面で続いています')).toBeVisible()
  await seesAgain(him, before)
  await expect(answer(her.page)).toHaveCount(0)
  await expectBillOfPicture(him, { gapMs: 0 })
})

test('the media processes are killed: picture again, and no more on the bill than was seen', async ({
  browser,
  app,
}) => {
  const { him, her } = await runningCall(browser, app, 0, 3)
  const before = { his: await framesOf(him), hers: await framesOf(her) }
  await app.killMedia()
  await expect(hisNotice(him.page)).toBeVisible()
  await seesAgain(him, before.his)
  await seesAgain(her, before.hers)
  await expectBillOfPicture(him, { gapMs: 2_000, unreportedMs: 6_000 })
})

test('the app is killed and started again: the call comes back by itself, and the time between is free', async ({
  browser,
  app,
}) => {
  const { him, her } = await runningCall(browser, app, 0, 4)
  const before = { his: await framesOf(him), hers: await framesOf(her) }
  const killedAt = Date.now()
  await app.kill()
  const started = app.startAgain().then(() => Date.now())
  await expect(hisNotice(him.page)).toBeVisible()
  await expect(herNotice(her.page)).toBeVisible()
  await expect(him.page.getByRole('dialog').or(him.page.getByRole('alert'))).toHaveCount(0)
  const gapMs = (await started) - killedAt
  await seesAgain(him, before.his)
  await seesAgain(her, before.hers)
  await expect(hisNotice(him.page)).toBeHidden()
  await expectBillOfPicture(him, { gapMs, unreportedMs: 6_000 })
})

test('the app stays away: both screens end the call by themselves, and the points come back with the app', async ({
  browser,
  app,
}) => {
  const { him, her } = await runningCall(browser, app, 0, 5)
  // What the media server hasn't reported to the app yet is lost in the payer's favour.
  await watchedFor(him, 12_000)
  const before = await him.point()
  await app.kill()
  await expect(countdown(him.page)).toBeVisible()
  await expect(ended(him.page)).toContainText('通信が途切れたため、通話を終了しました。', awayMs)
  await expect(ended(her.page)).toContainText('通信が途切れたため、通話を終了しました。', awayMs)
  await app.startAgain()
  await expect.poll(async () => (await lastReceipt(him)).pointBack, { timeout: 30_000 }).toBeGreaterThan(0)
  const receipt = await lastReceipt(him)
  expect(receipt.pointBack).toBe(receipt.points)
  expect(await him.point()).toBeGreaterThanOrEqual(before)
})
