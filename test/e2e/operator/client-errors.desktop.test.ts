import { monitoringPath } from '#contract/monitoring/monitoring.ts'
import { expect, test } from '#test/helpers/e2e.ts'

test('a page that breaks reports it, when it is sampled, and names nobody', async ({ page, app }) => {
  // Traced and sampled, whatever the chance.
  await page.addInitScript(() => {
    Math.random = () => 0.001
  })
  const reported = page.waitForRequest(
    (request) =>
      request.url().endsWith(monitoringPath) && (request.postData() ?? '').includes('broken on purpose'),
  )
  await page.goto('/search?q=%E3%81%BF%E3%81%8A')
  await page.evaluate(() => reportError(new Error('broken on purpose')))
  expect((await reported).postData()).not.toContain('%E3%81%BF')
  await expect
    .poll(() =>
      app.database.db
        .selectFrom('client_error')
        .select(['type', 'place'])
        .where('message', '=', 'broken on purpose')
        .execute(),
    )
    .toEqual([{ type: 'Error', place: '/search' }])
})
