import { type E2eApp, expect, test } from '#test/helpers/e2e.ts'
import { broadcasterLogin } from '#test/helpers/people-in-browsers.ts'

const broadcaster = broadcasterLogin(8)

// A call with a demo participant needs its time.
/** Takes points from a member's wallet, so that a warning comes soon. */
const spend = (app: E2eApp, key: string, memberId: string, points: number) => app.database.sql`
  select * from spend_many(array[${key}], array[${memberId}], array[null]::text[], array[${points}]::bigint[],
    array[0]::bigint[], array['test'], array[null]::text[])`

test('a caller with few points left charges during a call without leaving it', async ({ page, app, axe }) => {
  await page.goto('/signup')
  await page.getByLabel('ニックネーム').fill('話したい人')
  await page.getByRole('button', { name: '無料ではじめる' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  // 240 of 300 points are left: a little more than a minute with this broadcaster.
  const { user } = await (await page.request.get('/api/auth/session')).json()
  await spend(app, 'e2e before', user.id, 60)

  await page.goto(`/profile/unbroadcaster/${broadcaster.id}`)
  await page
    .getByRole('button', { name: 'ビデオ通話' })
    .or(page.getByRole('link', { name: 'ビデオ通話' }))
    .first()
    .click()
  const open = page.getByRole('button', { name: 'チャージ', exact: true })
  await expect(open).toBeVisible({ timeout: 40_000 })
  await open.click()
  // The first purchase of a newcomer: the birth date and the card, over the running call.
  const dialog = page.getByRole('dialog', { name: 'チャージして続ける' })
  await expect(dialog).toContainText('つながったまま、チャージできます。')
  await dialog.getByLabel('年', { exact: true }).fill('１９９００５０１')
  await dialog.getByRole('button', { name: '確認する' }).click()
  await expect(dialog.getByRole('status')).toHaveText(/^1990年5月1日・\d\d歳$/)
  await dialog.getByRole('button', { name: 'この生年月日で登録する' }).click()
  await expect(dialog.getByRole('radio', { name: /1,000pt.*この通話で約/ })).toBeChecked()
  await axe(page)
  await dialog.getByRole('button', { name: '1,000円(税込)を支払う' }).click()
  await expect(dialog).toBeHidden()
  await expect(open).toBeHidden()
  const meter = page.getByRole('region', { name: '通話メーター' })
  await expect(meter).toContainText(/残高 1,\d{3}pt/)

  // With the kept card one tap pays, and two taps pay once.
  await spend(app, 'e2e during', user.id, 1_440)
  const oneTap = page.getByRole('button', { name: /1,000円でチャージ.*税込・1,000pt・Visa 1111/ })
  await expect(oneTap).toBeVisible({ timeout: 40_000 })
  await axe(page)
  await oneTap.dblclick()
  await expect(oneTap).toBeHidden()
  await expect(meter).toContainText(/残高 1,\d{3}pt/)
  await page.getByRole('button', { name: '通話を終える' }).click()
  const orders = await app.database.sql`
    select state, price_yen::int as yen from purchase_order where member_id = ${user.id}`
  expect(orders).toEqual([
    { state: 'granted', yen: 1_000 },
    { state: 'granted', yen: 1_000 },
  ])
})
