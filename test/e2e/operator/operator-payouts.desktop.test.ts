import { randomBytes, randomUUID } from 'node:crypto'
import { broadcasters } from '#seed/people.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { savePayoutAccount } from '#server/points/earnings/payout-account.ts'
import { approvePayout, requestPayout } from '#server/points/earnings/payouts.ts'
import { grantPoints, spendPoints } from '#server/points/ledger/ledger.ts'
import { postAt } from '#server/points/ledger/posting-time.ts'
import { type E2eApp, expect, test } from '#test/helpers/e2e.ts'
import { expectNoOverflow, inBothThemes, people } from '../people/people-steps.ts'
import { openFromMenu, signInOperator } from './operator-steps.ts'

const dayMs = 86_400_000

/** A broadcaster has requested 120,000 yen. */
const requestLargePayout = async ({ database: { db } }: E2eApp, memberId: string): Promise<string> => {
  const payoutId = randomUUID()
  await inTransaction(db, async (tx) => {
    await postAt(tx, new Date(Date.now() - 10 * dayMs))
    const payerId = people.kenji.id
    const grant = { key: payoutId, memberId: payerId, kind: 'paid', purpose: 'test' } as const
    await grantPoints(tx, { ...grant, points: 300_000 })
    const present = { key: payoutId, payerId, payeeId: memberId, purpose: 'present' }
    await spendPoints(tx, { ...present, points: 300_000 })
    const context = { secret: randomBytes(32), now: Date.now }
    await savePayoutAccount(context, tx, memberId, {
      ...{ bankCode: '0005', bankName: '三菱UFJ銀行', branchCode: '001', branchName: '本店' },
      ...{ kind: 'ordinary', number: '2345678', holder: 'タナカ サキ' },
    })
    await requestPayout(Date, tx, memberId, payoutId)
  })
  return payoutId
}

test('an operator approves a payout, saves the transfers for the bank, and marks it as paid', async ({
  page,
  app,
  axe,
}) => {
  test.slow()
  await signInOperator(page, app)
  await openFromMenu(page, '報酬の支払い')
  const row = page.getByRole('row', { name: new RegExp(broadcasters[1]?.name ?? '') })
  await expect(row).toContainText('承認 0/1')
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await row.getByRole('button', { name: '承認する' }).click()
  await expect(row).toContainText('振込手続き中')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '振込データを保存' }).click()
  expect((await download).suggestedFilename()).toBe('koyoi-furikomi.csv')
  await expect(page.getByRole('status').filter({ hasText: /1件、合計[\d,]+円です。/ })).toBeVisible()
  await row.getByRole('button', { name: '支払い済みにする' }).click()
  const sure = page.getByRole('dialog', { name: '振込は済みましたか？' })
  await sure.getByRole('button', { name: '支払い済みにする' }).click()
  await expect(page.getByText('未処理の申請はありません')).toBeVisible()
  await page.getByRole('button', { name: '処理済み' }).click()
  await expect(row).toContainText('支払い済み')
})

test('a payout above the limit needs a second operator; a refusal needs a reason', async ({
  page,
  app,
  axe,
}) => {
  test.slow()
  const broadcaster = broadcasters[4]
  const payoutId = await requestLargePayout(app, broadcaster?.id ?? '')
  await signInOperator(page, app)
  await page.goto('/operator/payouts')
  const row = page.getByRole('row', { name: new RegExp(broadcaster?.name ?? '') })
  await row.getByRole('button', { name: '承認する' }).click()
  await expect(row).toContainText('承認 1/2')
  const { db } = app.database
  const second = await db
    .insertInto('operator')
    .values({ mail: `second-${payoutId}@office.example`, password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await inTransaction(db, (tx) => approvePayout(tx, payoutId, second.id))
  await page.reload()
  await expect(row).toContainText('承認 2/2')
  // It was encrypted elsewhere: nobody can read which account would be paid.
  await page.getByRole('button', { name: '振込データを保存' }).click()
  await expect(page.getByText(/1件は口座を読めないため、差し戻してください。/)).toBeVisible()
  await row.getByRole('button', { name: '差し戻す' }).click()
  const dialog = page.getByRole('dialog', { name: '申請を差し戻す' })
  await dialog.getByRole('button', { name: '差し戻す' }).click()
  await expect(dialog.getByText('理由を入力してください。')).toBeVisible()
  await inBothThemes(page, axe)
  await dialog.getByLabel('理由').fill('口座をもう一度登録してください。')
  await dialog.getByRole('button', { name: '差し戻す' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: '処理済み' }).click()
  await expect(row).toContainText('口座をもう一度登録してください。')
})
