import { expect, test } from '#test/helpers/e2e.ts'
import { addCaller } from '../own-people.ts'
import { checkLook } from '../people/people-steps.ts'
import { fillPassword, openFromMenu, signInOperator, signInOperatorAgain } from './operator-steps.ts'

test('an operator signs in by two steps and checks the ledger, and both are in the log', async ({
  page,
  app,
  axe,
}) => {
  // Every screen on the way is checked in both themes.
  test.slow()
  const look = () => checkLook(page, axe)
  // Alerts that other tests have raised so far don't belong to this one.
  await app.database.sql`DELETE FROM operator_notice WHERE done_at IS NULL`
  const { recoveryCode } = await signInOperator(page, app, look)
  await look()
  await openFromMenu(page, 'お知らせ')
  await expect(page.getByText('未対応のお知らせはありません')).toBeVisible()

  const menu = page.getByRole('navigation', { name: '運営メニュー' })
  await openFromMenu(page, '台帳の状態')
  await expect(page.getByRole('table', { name: '試算表' })).toContainText('会員のポイント')
  await page.getByRole('button', { name: 'いま検査する' }).click()
  await expect(page.getByText('台帳に問題はありません。')).toBeVisible()
  await look()

  await app.database.sql`
    INSERT INTO operator_notice (kind, subject, text) VALUES ('ledgerDefect', 'ledger', '台帳の検査で1件の問題が見つかりました。')`
  await page.reload()
  await menu.getByRole('link', { name: /お知らせ.*未対応1件/ }).click()
  const notice = page.getByRole('row', { name: /台帳の検査で1件の問題/ })
  await expect(notice).toBeVisible()
  await look()
  await notice.getByRole('button', { name: '対応済みにする' }).click()
  await expect(page.getByText('未対応のお知らせはありません')).toBeVisible()
  await expect(menu.getByRole('link', { name: 'お知らせ', exact: true })).toBeVisible()

  await openFromMenu(page, '操作の記録')
  const log = page.getByRole('table', { name: '操作の記録' })
  await expect(log.getByRole('row').nth(1)).toContainText('お知らせを対応済みに')
  await expect(log.getByRole('row').nth(2)).toContainText('台帳の検査')
  await expect(log.getByRole('row').nth(3)).toContainText('ログイン')
  await look()

  await openFromMenu(page, 'アカウント')
  await expect(page.getByText('未使用のコードは10個です。', { exact: false })).toBeVisible()
  await look()
  await openFromMenu(page, '操作の記録')

  const { mail } = await addCaller(app, 'わすれた人')
  await page.request.post('/api/password-reset-request', { data: { email: mail } })
  await expect(async () => {
    await page.goto('/operator/outbox')
    await expect(page.getByRole('article').filter({ hasText: mail })).toContainText('パスワードの再設定')
  }).toPass()
  await look()
  await openFromMenu(page, '操作の記録')

  await page.getByRole('button', { name: 'ログアウト' }).click()
  await fillPassword(page, 'wrong')
  await expect(page.getByText('メールアドレスまたはパスワードが違います。')).toBeVisible()
  await signInOperatorAgain(page, recoveryCode)
  await expect(log.getByRole('row').nth(1)).toContainText('予備コード')

  // The session ends elsewhere: the console closes at the next request.
  await app.database.sql`UPDATE operator_session SET revoked_at = now()`
  await openFromMenu(page, '台帳の状態')
  await expect(page.getByText('ログインの有効期間が終わりました。')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('a member sees nothing of the console', async ({ page }) => {
  const chunks: string[] = []
  page.on('request', (request) => chunks.push(request.url()))
  await page.goto('/')
  await expect(page.getByRole('main')).toBeVisible()
  expect(chunks.filter((url) => url.includes('operator'))).toEqual([])
})
