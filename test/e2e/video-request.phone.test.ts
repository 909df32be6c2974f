import { expect, test } from '#test/helpers/e2e.ts'
import { closeBrowsers, openBrowserOf } from '#test/helpers/people-in-browsers.ts'
import { her, log, signIn } from './chat-steps.ts'
import { addCaller } from './own-people.ts'
import { expectNoOverflow, inBothThemes } from './people-steps.ts'

test.afterEach(closeBrowsers)

test('who isn’t waiting is asked to call back, finds the card with the price, and may', async ({
  page,
  browser,
  app,
  axe,
}) => {
  await app.database.sql`UPDATE broadcaster SET standby_since = NULL WHERE member_id = ${her.id}`
  const him = await addCaller(app, 'りく', { paid: 1_000 })
  await signIn(page, him)
  await page.goto(`/profile/unbroadcaster/${her.id}`)
  const request = page.getByRole('button', { name: /ビデオ通話をリクエスト/ })
  await inBothThemes(page, () => axe(page))
  await expectNoOverflow(page)
  await request.click()
  await expect(page.getByText(`${her.name}さんからの着信をお待ちください。`)).toBeVisible()
  await expect(request).toBeHidden()

  await page.goto(`/chat/${her.id}`)
  await expect(log(page).getByText('折り返しをお待ちください')).toBeVisible()
  await expect(log(page).getByRole('link')).toHaveCount(0)

  const { page: hers } = await openBrowserOf(browser, her)
  await hers.goto(`/chat/${him.id}`)
  await expect(log(hers).getByText('お支払いはお相手です')).toBeVisible()
  await inBothThemes(hers, () => axe(hers))
  await expectNoOverflow(hers)
  await log(hers)
    .getByRole('link', { name: /折り返す.*pt\/分.*りくさんに発信/ })
    .click()
  await expect(hers).toHaveURL(new RegExp(`/outgoing/video-call\\?partnerId=${him.id}`))
})
