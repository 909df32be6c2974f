import { isRefusal } from '#contract/core/refusal.ts'
import { baseDatesBefore } from '#domain/points/reporting-date.ts'
import { baseDateReport } from '#server/points/reporting-date.ts'
import { type E2eApp, expect, test } from '#test/helpers/e2e.ts'
import { addCaller } from '../own-people.ts'
import { checkLook } from '../people/people-steps.ts'
import { openFromMenu, signInOperator } from './operator-steps.ts'

/** Adds so many unused paid points as of the last reporting date, and returns the sum of all. */
const leaveUnused = async (app: E2eApp, points: number): Promise<number> => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(Date.now())
  const [baseDate = ''] = baseDatesBefore(today, 1)
  const before = await baseDateReport(app.database.db, baseDate)
  if (isRefusal(before)) throw new Error(before.refused)
  await addCaller(app, '残した人', { paid: points, grantedAt: new Date(`${baseDate}T12:00+09:00`) })
  return before.unusedPoints + points
}

test('an operator announces a campaign and files a reporting date', async ({ page, app, axe }) => {
  test.slow()
  const look = () => checkLook(page, axe)
  await signInOperator(page, app)
  await openFromMenu(page, 'キャンペーン')
  await page.getByRole('button', { name: '追加する' }).click()
  await page.getByLabel('名前').fill('冬のポイントバック')
  for (const [label, time] of [
    ['期間の開始', '2026-12-01T00:00'],
    ['期間の終了', '2027-01-01T00:00'],
    ['受け取りの開始', '2027-01-01T00:00'],
    ['受け取りの終了', '2027-02-01T00:00'],
  ] as const)
    await page.getByLabel(label).fill(time)
  await look()
  await page.getByRole('button', { name: '公開する' }).click()
  await expect(page.getByRole('alert')).toContainText('受け取りは終了の10分後から')
  await page.getByLabel('受け取りの開始').fill('2027-01-01T12:00')
  await page.getByRole('button', { name: '公開する' }).click()
  await expect(page.getByRole('row', { name: /冬のポイントバック.*10%・上限3,000pt/ })).toBeVisible()
  await look()

  const unused = (await leaveUnused(app, 1_234)).toLocaleString('ja-JP')
  await openFromMenu(page, '基準日報告')
  await expect(page.getByRole('row', { name: /基準日未使用残高/ })).toHaveText(
    `基準日未使用残高${unused}pt${unused}円`,
  )
  await look()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSVをダウンロード' }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/^koyoi-\d{4}-(03-31|09-30)\.csv$/)
})
