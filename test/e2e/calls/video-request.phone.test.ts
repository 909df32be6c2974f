import { expect, test } from '#test/helpers/e2e.ts'
import { closeBrowsers, openBrowserOf } from '#test/helpers/people-in-browsers.ts'
import { broadcaster, log, signIn } from '../chat/chat-steps.ts'
import { addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes } from '../people/people-steps.ts'

test.afterEach(closeBrowsers)

test('asks a broadcaster who isn’t on standby to call back from a card with the price', async ({
  page,
  browser,
  app,
  axe,
}) => {
  await app.database.sql`UPDATE broadcaster SET standby_since = NULL WHERE member_id = ${broadcaster.id}`
  const caller = await addCaller(app, 'りく', { paid: 1_000 })
  await signIn(page, caller)
  await page.goto(`/profile/unbroadcaster/${broadcaster.id}`)
  const request = page.getByRole('button', { name: /ビデオ通話をリクエスト/ })
  await expect(request).toBeVisible()
  await inBothThemes(page, axe)
  await expectNoOverflow(page)
  await request.click()
  await expect(page.getByText(`${broadcaster.name}さんからの着信をお待ちください。`)).toBeVisible()
  await expect(request).toBeHidden()

  await page.goto(`/chat/${broadcaster.id}`)
  await expect(log(page).getByText('折り返しをお待ちください')).toBeVisible()
  await expect(log(page).getByRole('link')).toHaveCount(0)

  const { page: ofBroadcaster } = await openBrowserOf(browser, broadcaster)
  await ofBroadcaster.goto(`/chat/${caller.id}`)
  await expect(log(ofBroadcaster).getByText('お支払いはお相手です')).toBeVisible()
  await inBothThemes(ofBroadcaster, axe)
  await expectNoOverflow(ofBroadcaster)
  await log(ofBroadcaster)
    .getByRole('link', { name: /折り返す.*pt\/分.*りくさんに発信/ })
    .click()
  await expect(ofBroadcaster).toHaveURL(new RegExp(`/outgoing/video-call\\?partnerId=${caller.id}`))
})
