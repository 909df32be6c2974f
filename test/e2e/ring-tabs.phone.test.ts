import { expect, test } from '../helpers/e2e.ts'
import { broadcasterLogin, closeBrowsers, openBrowserOf } from '../helpers/people-in-browsers.ts'
import { answer } from './call-steps.ts'
import { addCaller } from './own-people.ts'

test.afterEach(closeBrowsers)

test('of two tabs one rings, and the other one takes over when it is closed', async ({ browser, app }) => {
  const caller = await addCaller(app, 'ふたつの窓', { paid: 1_000 })
  const him = await openBrowserOf(browser, caller)
  const tabs = [him.page, await him.context.newPage()]
  const her = await openBrowserOf(browser, broadcasterLogin(23))
  await Promise.all([...tabs.map((tab) => tab.goto('/my-page')), her.page.goto('/base')])
  // Both hear of the ring by the poll at the latest; the page's own code has come by then.
  await Promise.all(tabs.map((tab) => tab.waitForResponse('**/api/check-incoming-call')))

  await her.page.goto(`/outgoing/voice-call?partnerId=${caller.id}`)
  await her.page.getByRole('button', { name: /通話をかける/ }).click()

  const ringing = () => tabs.filter((tab) => new URL(tab.url()).pathname.startsWith('/incoming/'))
  await expect.poll(() => ringing().length).toBe(1)
  const [first] = ringing()
  const second = tabs.find((tab) => tab !== first)
  if (!first || !second) throw new Error('two tabs were opened')
  await expect(answer(first)).toBeVisible()
  await expect(second.getByText('から着信中です')).toBeVisible()
  expect(ringing()).toEqual([first])

  await first.close()
  await expect(answer(second)).toBeVisible()
  await her.page.getByRole('button', { name: '発信をやめる' }).click()
  await expect(second.getByRole('dialog')).toContainText('お相手が発信を取り消しました。')
})
