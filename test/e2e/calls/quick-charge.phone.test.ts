import { confirmationVersion } from '#contract/points/purchase.ts'
import { expect, type Page, test } from '#test/helpers/e2e.ts'
import { broadcasterLogin } from '#test/helpers/people-in-browsers.ts'

const broadcaster = broadcasterLogin(8)

// A call with a demo participant needs its time.
test.describe.configure({ timeout: 120_000 })

const post = async (page: Page, path: string, data: object): Promise<void> => {
  const answer = await page.request.post(path, { data })
  expect(answer.status()).toBe(200)
}

test('a caller with few points left charges during a call without leaving it', async ({ page, app, axe }) => {
  await page.goto('/signup')
  await page.getByLabel('ニックネーム').fill('話したい人')
  await page.getByRole('button', { name: '無料ではじめる' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await post(page, '/api/state-birth-date', { birthDate: '1990-05-01' })
  await post(page, '/api/square-payment', {
    ...{ orderId: crypto.randomUUID(), courseId: 'c1000', priceYen: 1_000, bonusPoints: 500 },
    ...{ confirmationVersion, token: 'sandbox-approve', saveCard: true },
  })
  // All but 240 points are spent: a little more than a minute with this broadcaster.
  const { user } = await (await page.request.get('/api/auth/session')).json()
  await app.database.sql`
    select * from spend_many(array['e2e'], array[${user.id}], array[null]::text[], array[1560]::bigint[],
      array[0]::bigint[], array['test'], array[null]::text[])`

  await page.goto(`/profile/unbroadcaster/${broadcaster.id}`)
  await page
    .getByRole('button', { name: 'ビデオ通話' })
    .or(page.getByRole('link', { name: 'ビデオ通話' }))
    .first()
    .click()
  const charge = page.getByRole('button', { name: 'チャージ' })
  await expect(charge).toBeVisible({ timeout: 40_000 })
  await charge.click()
  const dialog = page.getByRole('dialog', { name: 'チャージして通話を続ける' })
  await expect(dialog).toContainText('通話はつながったままです。')
  await expect(dialog).toContainText('Visa •••• 1111')
  await axe(page)
  await dialog.getByRole('radio', { name: /3,150pt/ }).check()
  await dialog.getByRole('button', { name: '3,000円(税込)を支払う' }).click()
  await expect(dialog).toBeHidden()
  await expect(charge).toBeHidden()
  const meter = page.getByRole('region', { name: '通話メーター' })
  await expect(meter).toContainText(/残高 3,\d{3}pt/)
  await expect(meter).toContainText(/あと1\d:\d\d/)
  await page.getByRole('button', { name: '通話を終える' }).click()
})
