import { expect, test } from '#test/helpers/e2e.ts'
import { expectNoOverflow, inBothThemes } from '../people/people-steps.ts'

test('a visitor finds out without signing in whether the service is up', async ({ page, axe }) => {
  await page.goto('/health')
  await expect(page.getByText('すべて正常に動いています')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '音声通話・ビデオ通話' })).toContainText('正常')
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await page.route('**/api/get-service-status', (route) =>
    route.fulfill({
      json: {
        type: 'success',
        parts: { account: 'working', saving: 'stopped', calls: 'limited', mail: 'working' },
      },
    }),
  )
  await page.reload()
  await expect(page.getByText('一部の機能をご利用いただけません')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '音声通話・ビデオ通話' })).toContainText('不安定')
  await expect(page.getByRole('listitem').filter({ hasText: 'トーク・登録・購入' })).toContainText('停止中')
})
