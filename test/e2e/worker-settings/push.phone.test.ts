import { wholeChromium } from '#scripts/checks/chromium.ts'
import { test as base, expect } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addCaller } from '../own-people.ts'
import { deliverPush, followNotifications, shownNotifications, standInForPushService } from './push-steps.ts'

/** The headless shell shows no notifications. */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, executablePath: wholeChromium() }),
    { scope: 'worker' },
  ],
})

test('offers push after a first touch, registers it, and rings while no page is open', async ({
  page,
  context,
  app,
  axe,
}) => {
  await context.grantPermissions(['notifications'])
  await standInForPushService(page)
  await signIn(page, await addCaller(app, '通知を受ける'))
  await page.goto('/')
  const card = page.getByRole('region', { name: '着信をお知らせします' })
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/push/'))?.active?.state),
    )
    .toBe('activated')
  await expect(card).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(card).toBeVisible()
  await axe(page)

  const registering = page.waitForResponse('**/api/update-fcm-token')
  await card.getByRole('button', { name: '通知を受け取る' }).click()
  const registered = await registering
  expect(registered.status()).toBe(200)
  const sent = registered.request().postDataJSON()
  expect(JSON.parse(sent.fcmToken)).toMatchObject({ endpoint: expect.stringContaining('https://') })
  expect(sent.token).toBeTruthy()
  await expect(card).toBeHidden()
  const stored = () => page.evaluate(() => ({ ...localStorage }))
  await expect.poll(stored).toMatchObject({ notificationPermission: 'grant', fcmToken: sent.fcmToken })

  // The operators' console is no page that rings, so for the worker there is no page.
  await page.goto('/operator')
  const shown = await followNotifications(page)
  const call = { callId: crypto.randomUUID(), partnerId: '10482736', partnerName: 'みお' }
  await deliverPush(page, { kind: 'ring', ...call, callType: 'video', rungAt: Date.now() })
  await expect.poll(() => shown).toEqual(['みおさんから着信'])
  await deliverPush(page, { kind: 'ringOver', ...call, isMissed: true })
  await expect.poll(() => shown).toEqual(['みおさんから着信', '不在着信'])
  expect(await shownNotifications(page)).toEqual(['不在着信'])

  // A page that rings while it is hidden hands its ring to the worker itself.
  await page.evaluate(
    async (ring) => (await navigator.serviceWorker.getRegistration('/push/'))?.active?.postMessage(ring),
    { kind: 'ring', ...call, callId: crypto.randomUUID(), callType: 'voice', rungAt: Date.now() },
  )
  await expect.poll(() => shown).toEqual(['みおさんから着信', '不在着信', 'みおさんから着信'])
})

test('switches push in マイページ, and says what to do where the browser refuses', async ({
  page: asked,
  browser,
  context,
  app,
  axe,
}) => {
  await context.grantPermissions(['notifications'])
  const caller = await addCaller(app, '通知を切り替える')
  await signIn(asked, caller)
  await standInForPushService(asked)
  await asked.goto('/my-page/notifications/settings')
  const push = asked.getByRole('switch', { name: '閉じているあいだの通知' })
  await push.click()
  await expect(push).toBeChecked()
  await axe(asked)
  const deleting = asked.waitForResponse('**/api/delete-fcm-token')
  await push.click()
  expect((await deleting).status()).toBe(200)
  await expect(push).not.toBeChecked()
  expect(await asked.evaluate(() => localStorage.getItem('fcmToken'))).toBeNull()

  // Without a window this browser refuses by itself.
  const refused = await browser.newPage()
  await signIn(refused, caller)
  await refused.goto('/my-page/notifications/settings')
  await expect(refused.getByText('ブラウザで通知が許可されていません。')).toBeVisible()
  await expect(refused.getByRole('switch', { name: '閉じているあいだの通知' })).toBeHidden()
  await refused.close()
})
