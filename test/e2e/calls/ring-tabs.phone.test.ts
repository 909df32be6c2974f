import { expect, test } from '#test/helpers/e2e.ts'
import { broadcasterLogin, closeBrowsers, openBrowserOf } from '#test/helpers/people-in-browsers.ts'
import { addCaller } from '../own-people.ts'
import { answer } from './call-steps.ts'

test.afterEach(closeBrowsers)

test('rings in one of two tabs, and in the other when that one is closed', async ({ browser, app }) => {
  const login = await addCaller(app, 'ふたつの窓', { paid: 1_000 })
  const caller = await openBrowserOf(browser, login)
  // Playwright's `evaluate` counts as a touch, after which a page may sound: these have none before the ring.
  await caller.page.close()
  const tabs = [await caller.context.newPage(), await caller.context.newPage()]
  const broadcaster = await openBrowserOf(browser, broadcasterLogin(23))
  await Promise.all([...tabs.map((tab) => tab.goto('/my-page')), broadcaster.page.goto('/base')])
  // Both learn of the ring by polling at the latest; the page's own code has loaded by then.
  await Promise.all(tabs.map((tab) => tab.waitForResponse('**/api/check-incoming-call')))

  await broadcaster.page.goto(`/outgoing/voice-call?partnerId=${login.id}`)
  await broadcaster.page.getByRole('button', { name: /通話をかける/ }).click()

  const ringing = () => tabs.filter((tab) => new URL(tab.url()).pathname.startsWith('/incoming/'))
  await expect.poll(() => ringing().length).toBe(1)
  const [first] = ringing()
  const second = tabs.find((tab) => tab !== first)
  if (!first || !second) throw new Error('two tabs were opened')
  // Nobody has touched the page: the browser keeps it silent, so it says what to do. Whatever Playwright looks up in a page
  // counts as a touch, so this is read without it.
  const devtools = await caller.context.newCDPSession(first)
  const textOfPage = async (): Promise<string> =>
    (await devtools.send('Runtime.evaluate', { expression: 'document.body.innerText' })).result.value
  await expect.poll(textOfPage).toContain('タップすると着信音が鳴ります')
  await expect(answer(first)).toBeVisible()
  await expect(second.getByText('から着信中です')).toBeVisible()
  expect(ringing()).toEqual([first])

  // The tab's title blinks.
  await expect.poll(() => first.title()).toMatch(/^【着信中】/)
  await expect.poll(() => first.title()).toMatch(/^音声通話/)
  expect(await second.title()).toMatch(/^マイページ/)
  const hint = first.getByRole('button', { name: 'タップすると着信音が鳴ります' })
  await hint.click()
  await expect(hint).toBeHidden()

  await first.close()
  await expect(answer(second)).toBeVisible()
  await broadcaster.page.getByRole('button', { name: '発信をやめる' }).click()
  await expect(second.getByRole('dialog')).toContainText('お相手が発信を取り消しました。')
  await expect.poll(() => second.title()).not.toContain('着信中')
})
