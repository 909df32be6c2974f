import { randomUUID } from 'node:crypto'
import { inTransaction } from '#server/db/transaction.ts'
import { approvePayout, payPayout } from '#server/points/earnings/payouts.ts'
import { openMeter, settleMeter, startMeter } from '#server/points/metering/metering.ts'
import { type E2eApp, expect, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { expectNoOverflow, inBothThemes, people } from '../people/people-steps.ts'

/** A minute of video with Mio that Taro has just paid. */
const addCall = async ({ database: { db } }: E2eApp): Promise<string> => {
  const id = randomUUID()
  await inTransaction(db, async (tx) => {
    const now = new Date()
    await tx
      .insertInto('call')
      .values({
        ...{ id, kind: 'video', caller_id: people.taro.id, broadcaster_id: people.mio.id },
        ...{ dialler_id: people.taro.id, rate_points_per_min: 200, phase: 'ended', end_reason: 'byCaller' },
        ...{ accepted_at: now, connected_at: now, ended_at: now, connected_ms: 60_000, charged_ms: 60_000 },
      })
      .execute()
    const sides = { payerId: people.taro.id, broadcasterId: people.mio.id, ratePointsPerMin: 200 }
    await openMeter(tx, { callId: id, ...sides })
    await startMeter(tx, id)
    await settleMeter(tx, id, { chargedMs: 60_000, connectedMs: 60_000 })
  })
  return id
}

test('a broadcaster finds the earnings of a call, with its receipt and why they are not payable yet', async ({
  page,
  app,
  axe,
}) => {
  const callId = await addCall(app)
  await signIn(page, people.mio)
  await page.goto('/base')
  await page.getByRole('link', { name: '報酬の明細と支払いの申請' }).click()
  await expect(page.getByRole('heading', { name: '報酬', level: 1 })).toBeVisible()
  const line = page.getByRole('link', { name: /ビデオ通話\s*1分0秒.*今日.*\+80pt.*保留中/ }).first()
  await expect(line).toBeVisible()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await line.click()
  await expect(page).toHaveURL(`/my-page/receipts/${callId}`)
})

test("a month's statement adds up and can be downloaded", async ({ page, axe }) => {
  await signIn(page, people.mio)
  await page.goto('/base/earnings')
  await page
    .getByRole('link', { name: /^\d{4}年\d{1,2}月$/ })
    .last()
    .click()
  const facts = page
    .getByRole('region', { name: '報酬の動き' })
    .or(page.locator('section', { hasText: '報酬の動き' }))
  await expect(facts.first()).toContainText('前月からの残高0pt')
  await expect(facts.first()).toContainText(/月末の残高[\d,]+pt/)
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSVを保存' }).click()
  expect((await download).suggestedFilename()).toMatch(/^koyoi-\d{4}-\d{2}\.csv$/)
})

test('a broadcaster requests a payout to a bank account, paid after two approvals @phone', async ({
  page,
  app,
  axe,
}) => {
  const { db } = app.database
  await signIn(page, people.mio)
  await page.goto('/base/earnings/payout')
  await page.getByRole('button', { name: 'この口座を登録する' }).click()
  await expect(page.getByText('銀行コードは4桁の数字です。')).toBeVisible()
  await inBothThemes(page, axe)
  const written = {
    銀行コード: '0001',
    銀行名: 'みずほ銀行',
    支店コード: '００１',
    支店名: '東京営業部',
    口座番号: '765432',
    '口座名義（カタカナ）': 'さとう みお',
  }
  for (const [label, value] of Object.entries(written))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'この口座を登録する' }).click()
  await expect(page.getByText('普通 ••••432')).toBeVisible()
  await expect(page.getByText('サトウ ミオ')).toBeVisible()
  await page.getByRole('button', { name: /円の支払いを申請する$/ }).click()
  await expect(page.getByRole('heading', { name: /申請中のお支払い/ })).toBeVisible()
  // Text that is fading out has little contrast.
  await expect(page.getByText('支払いを申請しました')).toBeHidden()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)

  const { id } = await db
    .selectFrom('payout as b')
    .innerJoin('account as a', 'a.id', 'b.account_id')
    .select('b.id')
    .where('a.owner_id', '=', people.mio.id)
    .executeTakeFirstOrThrow()
  const operators = await db
    .insertInto('operator')
    .values(
      [`one-${id}@office.example`, `two-${id}@office.example`].map((mail) => ({ mail, password_hash: '' })),
    )
    .returning('id')
    .execute()
  for (const operator of operators) await inTransaction(db, (tx) => approvePayout(tx, id, operator.id))
  await inTransaction(db, (tx) => payPayout(tx, id))
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: '支払い済み' })).toBeVisible()
  await expect(page.getByText('3,000ptから申請できます。')).toBeVisible()
})
