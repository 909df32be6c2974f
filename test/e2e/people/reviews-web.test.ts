import { expect, test } from '#test/helpers/e2e.ts'
import {
  broadcasterLogin,
  callerLogin,
  closeBrowsers,
  openBrowserOf,
} from '#test/helpers/people-in-browsers.ts'
import { whenShown } from '../calls/call-steps.ts'
import { ended, endedCall, leaveBehind, post, review } from './review-steps.ts'

test.afterEach(closeBrowsers)

test('asks for a review first after a call of a minute; posting it leads on, once @phone', async ({
  browser,
  app,
  axe,
}) => {
  const caller = await openBrowserOf(browser, callerLogin(0))
  const { page } = caller
  const broadcaster = broadcasterLogin(20)
  await page.goto('/')
  await leaveBehind(page, await endedCall(app, caller.id, broadcaster.id, 75))
  await page.reload()
  await expect(review(page)).toContainText(broadcaster.name)
  await expect(review(page).getByRole('radio', { name: '5点' })).toBeChecked()
  await axe(page)

  await review(page).getByRole('radio', { name: '5点' }).press('ArrowLeft')
  await expect(review(page).getByRole('radio', { name: '4点' })).toBeChecked()
  await review(page).getByLabel('感想').fill('楽しかった')
  await expect(review(page)).toContainText('10文字以上入力してください。')
  await expect(post(page)).toBeDisabled()
  await axe(page)
  await review(page).getByLabel('感想').fill('とても楽しい時間でした。')
  const thanked = whenShown(page, 'レビューを投稿しました！')
  await post(page).click()
  await thanked

  await expect(ended(page)).toContainText('01:15')
  const [posted] = await app.database.sql`
    select score, description from review where author_id = ${caller.id} and target_id = ${broadcaster.id}
    order by created_at desc limit 1`
  expect(posted).toEqual({ score: 4, description: 'とても楽しい時間でした。' })

  // What was seen doesn't return with a reload: the page has asked for it and shows nothing.
  const asked = page.waitForResponse('**/api/get-unseen-call-end')
  await page.reload()
  await (await asked).finished()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('keeps the text of a review that fails and says why', { tag: '@phone' }, async ({ browser, axe }) => {
  const caller = await openBrowserOf(browser, callerLogin(1))
  const { page } = caller
  await page.goto('/')
  await leaveBehind(page, {
    callId: crypto.randomUUID(),
    partnerId: broadcasterLogin(21).id,
    callDurationSec: 60,
  })
  await page.reload()
  await review(page).getByLabel('感想').fill('とても楽しい時間でした。')
  await post(page).click()
  await expect(review(page).getByRole('alert')).toHaveText('エラー: レビューできる通話がありません。')
  await expect(review(page).getByLabel('感想')).toHaveValue('とても楽しい時間でした。')
  await axe(page)

  await page.route('**/api/post-user-review', (route) => route.abort())
  await post(page).click()
  await expect(review(page).getByRole('alert')).toHaveText(
    'サーバーからの応答がありません。通信環境をご確認ください。',
  )
  await review(page).getByRole('button', { name: '今はしない' }).click()
  await expect(ended(page)).toBeVisible()
})

test('asks for no review after a shorter call', { tag: '@phone' }, async ({ browser }) => {
  const { page } = await openBrowserOf(browser, callerLogin(2))
  await page.goto('/')
  await leaveBehind(page, {
    callId: crypto.randomUUID(),
    partnerId: broadcasterLogin(22).id,
    callDurationSec: 59,
  })
  await page.reload()
  await expect(ended(page)).toContainText('00:59')
})
