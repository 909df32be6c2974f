import { noticeExpiringLots } from '../../server/points/expiry-notices.ts'
import { expect, test } from '../helpers/e2e.ts'
import { expectNoOverflow, inBothThemes, logIn, people } from './people-steps.ts'

test('points that expire soon are told of once by a toast, and stand on the own page', async ({
  page,
  app,
  axe,
}) => {
  const { db, sql } = app.database
  await sql`DELETE FROM member_notice WHERE member_id = ${people.taro.id}`
  await sql`DELETE FROM lot_expiry_notice`
  await sql`UPDATE lot SET expires_at = now() + interval '7 days' WHERE kind = 'paid'
    AND account_id = (SELECT id FROM account WHERE owner_id = ${people.taro.id} AND kind = 'wallet')`
  await sql`UPDATE account SET next_expiry_at = now() + interval '7 days' WHERE owner_id = ${people.taro.id} AND kind = 'wallet'`
  await sql`ALTER TABLE transfer DISABLE TRIGGER insert_only`
  await sql`UPDATE transfer SET created_at = now() - interval '100 days' WHERE kind = 'grant'`
  await sql`ALTER TABLE transfer ENABLE TRIGGER insert_only`
  await noticeExpiringLots(db)

  await logIn(page, people.taro)
  const toast = page.getByText(/^有料ポイント [\d,]+ptがもうすぐ期限です$/)
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: '見る', exact: true }).click()
  await expect(page).toHaveURL('/my-page#notices')
  const panel = page.getByRole('main').getByRole('listitem').filter({ hasText: 'もうすぐ期限です' })
  await expect(panel).toContainText('未読')
  await expect(panel).toContainText('あと7日')
  await expectNoOverflow(page)
  await inBothThemes(page, () => axe(page))

  await page.reload()
  await expect(panel).toBeVisible()
  await expect(panel).not.toContainText('未読')
})
