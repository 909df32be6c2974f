import { expect, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addBroadcaster, addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes } from './people-steps.ts'

test('a caller waits for a broadcaster, books a time, and the broadcaster accepts it', async ({
  page,
  browser,
  app,
  axe,
}) => {
  const broadcaster = await addBroadcaster(app, '予約を受ける人')
  await signIn(page, await addCaller(app, '予約する人'))
  await page.goto(`/profile/unbroadcaster/${broadcaster.id}`)
  const notify = page.getByRole('button', { name: '予約を受ける人さんが空いたら知らせる' })
  await notify.click()
  await expect(notify).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: '時間を決めて予約する' }).click()
  const modal = page.getByRole('dialog', { name: '通話を予約' })
  await modal.getByRole('button', { name: '20分' }).click()
  await modal.getByLabel('ひとこと').fill('よろしくお願いします')
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await modal.getByRole('button', { name: '予約を受ける人さんに申し込む' }).click()
  await expect(modal).toHaveCount(0)

  const ofBroadcaster = await browser.newContext({ baseURL: app.url })
  const other = await ofBroadcaster.newPage()
  await signIn(other, broadcaster)
  await other.goto('/base')
  await expect(other.getByText('1人が、あなたが空くのを待っています')).toBeVisible()
  await other.getByRole('link', { name: /申し込みが届きました/ }).click()
  await expect(other.getByText('よろしくお願いします')).toBeVisible()
  await inBothThemes(other, axe)
  await other.getByRole('button', { name: '承諾する' }).click()
  await expect(other.getByRole('article').getByText('予約が決まりました')).toBeVisible()
  await ofBroadcaster.close()

  await page.goto('/my-page/bookings')
  await expect(page.getByRole('article').getByText('予約が決まりました')).toBeVisible()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
})
