import { expect, test } from '#test/helpers/e2e.ts'
import { closeBrowsers, openBrowserOf } from '#test/helpers/people-in-browsers.ts'
import { addBroadcaster, addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes } from './people-steps.ts'
import { ended, endedCall, leaveBehind, post, review } from './review-steps.ts'

test.afterEach(closeBrowsers)

test('a caller reviews, the broadcaster answers, and the caller sees it and reports another review', async ({
  browser,
  app,
  axe,
}) => {
  const [caller, another] = [await addCaller(app, '感想を書く人'), await addCaller(app, '失礼な人')]
  const broadcaster = await addBroadcaster(app, 'ことは')
  const rude = 'とても失礼な感想を書いています。'
  await app.database.sql`
    INSERT INTO review (author_id, author_label, target_id, score, description, created_at)
    VALUES (${another.id}, '東京・30代', ${broadcaster.id}, 1, ${rude}, now() - interval '3 days')`
  const profile = `/profile/unbroadcaster/pc/${broadcaster.id}`

  const ofCaller = await openBrowserOf(browser, caller)
  await ofCaller.page.goto('/')
  await leaveBehind(ofCaller.page, await endedCall(app, caller.id, broadcaster.id, 90))
  await ofCaller.page.reload()
  const text = review(ofCaller.page).getByLabel('感想')
  await text.fill('電話番号は 090-1234-5678 です。')
  await post(ofCaller.page).click()
  await expect(review(ofCaller.page).getByRole('alert')).toContainText('連絡先の交換と思われる内容')
  await expect(review(ofCaller.page).getByRole('button', { name: 'このまま投稿する' })).toBeEnabled()
  await text.fill('声がやさしくて、ほっとしました。')
  await post(ofCaller.page).click()
  await ended(ofCaller.page).getByRole('button', { name: '閉じる' }).last().click()

  const ofBroadcaster = (await openBrowserOf(browser, broadcaster)).page
  await ofBroadcaster.goto(profile)
  const reviewOf = (text: string) => ofBroadcaster.getByRole('article').filter({ hasText: text })
  const newest = reviewOf('ほっとしました')
  await newest.getByRole('button', { name: '返信する' }).click()
  await expect(newest.getByLabel('返信')).toBeFocused()
  await inBothThemes(ofBroadcaster, axe)
  await newest.getByLabel('返信').fill('また夜にお話しできるとうれしいです。')
  await newest.getByRole('button', { name: '返信する' }).click()
  // An open page is told at once.
  await ofCaller.page.getByText('ことはさんがレビューに返信しました', { exact: true }).waitFor()
  await expect(newest).toContainText('ことはさんの返信')
  await expect(newest.getByRole('button', { name: '返信する' })).toHaveCount(0)
  await expect(reviewOf(rude).getByRole('button', { name: '返信する' })).toBeVisible()

  await ofCaller.page.goto('/my-page/notifications')
  await ofCaller.page.getByRole('button', { name: /ことはさんがレビューに返信しました/ }).click()
  await ofCaller.page.getByRole('link', { name: '見る' }).click()
  await expect(ofCaller.page).toHaveURL(`${profile}#reviews`)
  const own = ofCaller.page.getByRole('article').filter({ hasText: 'ほっとしました' })
  await expect(own).toContainText('また夜にお話しできるとうれしいです。')
  await expect(own).toContainText('あなた')
  await expectNoOverflow(ofCaller.page)

  const other = ofCaller.page.getByRole('article').filter({ hasText: rude })
  await other.getByRole('button', { name: 'のレビューを通報' }).click()
  await ofCaller.page.getByRole('dialog').getByRole('button', { name: 'レビューを通報する' }).click()
  const form = ofCaller.page.getByRole('dialog', { name: 'レビューを通報' })
  await form.getByRole('radio', { name: 'いやがらせ・暴言' }).check()
  await form.getByRole('button', { name: '通報する' }).click()
  await expect(ofCaller.page.getByText('通報しました', { exact: true })).toBeVisible()
  const [report] = await app.database.sql`
    SELECT member_id, evidence -> 'review' ->> 'description' AS text FROM report WHERE reporter_id = ${caller.id}`
  expect(report).toEqual({ member_id: another.id, text: rude })
})
