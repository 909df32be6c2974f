import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { type E2eApp, expect, test } from '#test/helpers/e2e.ts'
import {
  broadcasterLogin,
  closeBrowsers,
  openBrowserOf,
  type PersonInBrowser,
} from '#test/helpers/people-in-browsers.ts'
import { addCaller } from '../own-people.ts'

test.afterEach(closeBrowsers)

/** Nobody else knows this caller; the broadcaster is one of the demo's, and writes without a page. */
const meeting = async (browser: Browser, app: E2eApp, broadcasterIndex: number) => {
  const caller = await openBrowserOf(browser, await addCaller(app, '夜の読者'))
  await caller.context.addInitScript(countToasts)
  const login = broadcasterLogin(broadcasterIndex)
  return { caller, broadcaster: { ...(await openBrowserOf(browser, login)), name: login.name } }
}

/** Records which toasts this tab has shown, by their texts. */
const countToasts = () => {
  const shown = new Set<Element>()
  Object.assign(window, { shownToasts: [] })
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('[data-sonner-toast]')) {
      if (shown.has(toast) || !toast.textContent) continue
      shown.add(toast)
      ;(window as unknown as { shownToasts: string[] }).shownToasts.push(toast.textContent)
    }
  }).observe(document, { subtree: true, childList: true })
}

const toastsOf = async (tabs: Page[], text: string): Promise<number> => {
  const shown = await Promise.all(
    tabs.map((tab) => tab.evaluate(() => (window as unknown as { shownToasts: string[] }).shownToasts)),
  )
  return shown.flat().filter((toast) => toast.includes(text)).length
}

const send = async (from: PersonInBrowser, to: PersonInBrowser, text: string): Promise<string> => {
  const messageId = randomUUID()
  const answer = await from.request('/api/send-text-message', { messageId, partnerId: to.id, text })
  expect(answer).toMatchObject({ type: 'success' })
  return messageId
}

const isNotified = (tab: Page, messageId: string): Promise<boolean> =>
  tab.evaluate((id) => localStorage.getItem('notifiedChats')?.includes(id) ?? false, messageId)

/** Waits until the tab has polled once: what arrives from then on is new to it. */
const listens = async (tab: Page, path: string) => {
  await tab.goto(path)
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('latestTimeStamp'))).not.toBeNull()
}

test('shows a message once over two tabs, and a tap leads to it; switched off, nothing is shown', async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await meeting(browser, app, 17)
  const other = await caller.context.newPage()
  const tabs = [caller.page, other]
  await listens(caller.page, '/')
  await listens(other, '/my-page')

  const toastName = new RegExp(`${broadcaster.name}.*おかえりなさい`)
  const tapped = Promise.any(
    tabs.map(async (tab) => {
      // A click would wait for the toast to stand still, on a slow machine longer than its 2200 ms.
      await tab.getByRole('button', { name: toastName }).dispatchEvent('click')
      return tab
    }),
  )
  await send(broadcaster, caller, 'おかえりなさい。今日はどんな一日でしたか？')
  const tappedTab = await tapped
  await expect(tappedTab).toHaveURL(`/chat/${broadcaster.id}`)
  expect(await toastsOf(tabs, 'おかえりなさい')).toBe(1)

  await Promise.all(tabs.map((tab) => tab.goto('/my-page/notifications/settings')))
  await other.getByRole('switch', { name: 'トークの新着をお知らせ' }).click()
  const second = await send(broadcaster, caller, 'またあとでお話ししましょう。')
  await expect.poll(() => isNotified(other, second)).toBe(true)
  expect(await toastsOf(tabs, 'おかえりなさい')).toBe(0)
  expect(await toastsOf(tabs, 'またあとで')).toBe(0)
})

test('reloads the open chat for a polled message without a socket, and keeps the draft', async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await meeting(browser, app, 18)
  await caller.context.route('**/api/socket/**', (route) => route.abort())
  await caller.context.routeWebSocket('**/api/socket/**', (socket) => socket.close())
  await listens(caller.page, `/chat/${broadcaster.id}`)
  const field = caller.page.getByRole('textbox', { name: 'メッセージ' })
  await field.fill('いま書いているところ')
  await caller.page.evaluate(() => document.body.setAttribute('data-loaded-before', ''))

  await send(broadcaster, caller, '届いていますか？')
  await expect(caller.page.getByRole('log').getByText('届いていますか？')).toBeVisible()
  expect(await caller.page.evaluate(() => document.body.hasAttribute('data-loaded-before'))).toBe(false)
  await expect(field).toHaveValue('いま書いているところ')
  expect(await toastsOf([caller.page], '届いていますか')).toBe(0)
})
