import { noticeExpiringLots } from '#server/points/expiry-notices.ts'
import { expect, test } from '#test/helpers/e2e.ts'
import { addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes, logIn } from '../people/people-steps.ts'

const dayMs = 86_400_000

test('points that expire soon are announced once by a toast, and are listed among the notifications', async ({
  page,
  app,
  axe,
}) => {
  const { db, sql } = app.database
  const caller = await addCaller(app, '期限の近い人', {
    paid: 500,
    grantedAt: new Date(Date.now() - 100 * dayMs),
  })
  await sql`
    WITH wallet AS (
      UPDATE account SET next_expiry_at = now() + interval '7 days' WHERE owner_id = ${caller.id} AND kind = 'wallet'
      RETURNING id
    )
    UPDATE lot SET expires_at = now() + interval '7 days' FROM wallet WHERE account_id = wallet.id`
  await noticeExpiringLots({ db, now: Date.now, config: { demo: true }, mailer: { isThere: false } })

  const toast = page.getByText('有料ポイント 500ptがもうすぐ期限です', { exact: true })
  // The toast is there for a moment only, so the wait begins before the visit.
  const tapped = toast
    .waitFor()
    .then(() => page.getByRole('button', { name: '見る', exact: true }).dispatchEvent('click'))
  await logIn(page, caller)
  await tapped
  await expect(page).toHaveURL('/my-page/notifications')
  const panel = page.getByRole('main').getByRole('listitem').filter({ hasText: 'もうすぐ期限です' })
  await expect(page.getByText('未読1件', { exact: true })).toBeVisible()
  await expect(panel).toContainText('未読')
  await expect(panel).toContainText('あと7日')
  await expectNoOverflow(page)
  await inBothThemes(page, axe)

  // A press opens what it is about, on a desktop beside the list, and the mark stays on the server.
  await panel.getByRole('button').click()
  const balance = page.getByRole('link', { name: 'ポイント残高を見る' })
  if (await page.getByRole('complementary', { name: 'お知らせの内容' }).isVisible()) await balance.click()
  await expect(page).toHaveURL('/my-page')
  await page.goto('/my-page/notifications')
  await expect(panel).toBeVisible()
  await expect(panel).not.toContainText('未読')
})
