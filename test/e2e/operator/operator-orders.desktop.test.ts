import { type E2eApp, expect, test } from '#test/helpers/e2e.ts'
import { checkLook, expectNoOverflow, inBothThemes, people } from '../people/people-steps.ts'
import { openFromMenu, signInOperator } from './operator-steps.ts'

/** A bank transfer of 3,000 yen that a member has announced. */
const announced = async (app: Pick<E2eApp, 'database'>): Promise<string> => {
  const orderId = crypto.randomUUID()
  await app.database.sql`
    INSERT INTO purchase_order (id, member_id, course_id, method, gateway, price_yen, free_points, bonus_points,
      confirmation_version, state)
    VALUES (${orderId}, ${people.kenji.id}, 'c3000', 'bankTransfer', 'bank', 3000, 150, 0, 'e2e', 'created')`
  return orderId
}

test('an operator books a bank transfer and refunds an order; both are in the log', async ({
  page,
  app,
  axe,
}) => {
  // Every page is checked in both themes.
  test.slow()
  const look = () => checkLook(page, axe)
  const orderId = await announced(app)
  await signInOperator(page, app)
  await openFromMenu(page, '注文')
  await page.getByRole('button', { name: 'お振込待ち' }).click()
  const row = page.getByRole('row').filter({ hasText: orderId })
  await expect(row).toContainText(/けんじ.*銀行振込.*3,000円/)
  await look()
  await row.getByRole('link', { name: 'お振込待ち' }).click()

  await page.getByLabel('入金の番号').fill(`明細 ${orderId.slice(0, 8)}`)
  await page.getByRole('button', { name: '記帳する' }).click()
  const question = page.getByRole('dialog', { name: '3,000円の入金を記帳しますか？' })
  await expect(question).toContainText('有料ポイント3,000ptをすぐに届けます')
  await question.getByRole('button', { name: '記帳する' }).click()
  await expect(page.getByRole('heading', { name: '購入済み' })).toBeVisible()
  await look()

  await page.getByLabel('理由').fill('お客様のご依頼')
  await page.getByRole('button', { name: '返金する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '返金する' }).click()
  await expect(page.getByRole('table', { name: '返金' })).toContainText('お客様のご依頼')
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByRole('table', { name: '返金' }).textContent()
    })
    .toContain('返金済み')

  await openFromMenu(page, 'コース')
  await expect(page.getByRole('table', { name: 'コース' })).toContainText('30,000円')
  await look()
  await openFromMenu(page, '購入までの流れ')
  await expect(page.getByRole('table', { name: '購入までの流れ' })).toContainText('購入した')
  await look()
  await openFromMenu(page, '操作の記録')
  const log = page.getByRole('table', { name: '操作の記録' })
  await expect(log).toContainText('入金の記帳')
  await expect(log).toContainText('返金の申請')
})

test('a bank transfer of another amount waits for a second operator, and may be withdrawn', async ({
  page,
  app,
  axe,
}) => {
  const orderId = await announced(app)
  await signInOperator(page, app)
  await page.goto(`/operator/orders/${orderId}`)
  await page.getByLabel('入金した額').fill('2,000')
  await page.getByLabel('入金の番号').fill(`明細 ${orderId.slice(0, 8)}`)
  await page.getByRole('button', { name: '記帳する' }).click()
  const question = page.getByRole('dialog', { name: '2,000円の入金を記帳しますか？' })
  await expect(question).toContainText('別の担当者が承認すると')
  await question.getByRole('button', { name: '記帳する' }).click()

  await expect(page.getByRole('heading', { name: '承認待ちの入金' })).toBeVisible()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await page.getByRole('button', { name: '承認する' }).click()
  const approval = page.getByRole('dialog', { name: '2,000円の入金を承認しますか？' })
  await approval.getByRole('button', { name: '承認する' }).click()
  await expect(approval.getByRole('alert')).toContainText('別の担当者が行ってください')
  await approval.getByRole('button', { name: 'やめる' }).click()

  await page.getByRole('button', { name: '記帳を取り消す' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '記帳を取り消す' }).click()
  await expect(page.getByRole('button', { name: '記帳する' })).toBeVisible()
})
