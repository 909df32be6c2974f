// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { courseInfo, orderOf } from '#web/points/purchase/testing/fake-purchase.ts'
import { closePages, type FakeAnswers, memberSession, openPageAt } from '#web/session/testing/fake-page.tsx'
import { QuickTopUp } from './quick-top-up.tsx'
import { TopUpSheet } from './top-up-sheet.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(closePages)

const lost = { status: 504, body: {} }
const oneTap = '1,000円でチャージ税込・1,000pt・Visa 1111'
const onCharged = vi.fn()
beforeEach(() => onCharged.mockReset())

/** The button beside the warning, and the sheet in its place. */
const opened = async () => {
  const answers: FakeAnswers = {
    '/api/get-credit-purchase-course-info': { body: courseInfo },
    '/api/quick-charge': lost,
    '/api/get-order': lost,
  }
  const props = { callRate: 100, onCharged }
  const routes = [
    { path: '/call', element: <QuickTopUp {...props} /> },
    { path: '/sheet', element: <TopUpSheet {...props} onClose={() => undefined} /> },
    { path: '*', element: <p>elsewhere</p> },
  ]
  const page = await openPageAt(routes, { session: memberSession, at: '/call', answers })
  const idsSent = (to: string) =>
    page.requests.filter(({ path }) => path === to).map(({ body }) => (body as { orderId: string }).orderId)
  return {
    ...{ ...page, answers },
    go: (path: string) => act(async () => page.router.navigate(path)),
    tap: async (name: string) => {
      await page.until(() => expect(document.body.textContent).toContain(name))
      await page.press(name)
      await act(() => vi.advanceTimersByTimeAsync(3_000))
    },
    problem: () => document.querySelector('[role=alert]')?.textContent ?? '',
    paid: () => idsSent('/api/quick-charge'),
    asked: () => idsSent('/api/get-order'),
  }
}

it('charges once when the answer got lost and the order is there', async () => {
  const page = await opened()
  page.answers['/api/get-order'] = { body: { type: 'success', order: orderOf('first') } }
  await page.tap(oneTap)
  await page.until(() => expect(onCharged).toHaveBeenCalledOnce())
  expect(page.problem()).toBe('')
})

it('says that the outcome is unknown, with the way to the orders in another tab', async () => {
  const page = await opened()
  await page.tap(oneTap)
  await page.until(() =>
    expect(page.problem()).toBe(
      '購入の結果を確認できませんでした。もう一度お試しになる前に、購入の履歴をご確認ください。 購入の履歴を開く',
    ),
  )
  const way = document.querySelector<HTMLAnchorElement>('[role=alert] a')
  expect(way?.getAttribute('href')).toBe('/purchase/orders')
  expect(way?.target).toBe('_blank')
})

it('asks for the unanswered order first when the sheet was closed and opened again', async () => {
  const page = await opened()
  await page.go('/sheet')
  await page.tap('1,000円(税込)を支払う')
  await page.until(() => expect(page.problem()).toContain('購入の結果を確認できませんでした'))
  await page.go('/elsewhere')
  await page.go('/sheet')
  const [orderId = ''] = page.paid()
  page.answers['/api/get-order'] = { body: { type: 'success', order: orderOf(orderId) } }
  await page.tap('1,000円(税込)を支払う')
  await page.until(() => expect(onCharged).toHaveBeenCalledOnce())
  expect(page.paid()).toEqual([orderId])
  expect(new Set(page.asked())).toEqual(new Set([orderId]))
})

it("shows the bank's check of a charge in one tap, and charges once when it is passed", async () => {
  const page = await opened()
  const challenge = { state: 'challenge', challengeUrl: '/purchase/challenge/pay-1' } as const
  page.answers['/api/quick-charge'] = { body: { type: 'success', order: orderOf('first', challenge) } }
  page.answers['/api/resolve-sandbox-challenge'] = { body: { type: 'success', order: orderOf('first') } }
  const dialog = () => document.querySelector('dialog')?.textContent ?? ''
  await page.tap(oneTap)
  await page.until(() => expect(dialog()).toContain('カードの本人認証'))
  // What was closed is the same order at the next tap.
  await page.press('閉じる')
  expect(dialog()).toBe('')
  await page.tap(oneTap)
  await page.until(() => expect(dialog()).toContain('カードの本人認証'))
  expect(page.paid()).toHaveLength(1)
  await page.press('認証する')
  await page.until(() => expect(onCharged).toHaveBeenCalledOnce())
  expect(dialog()).toBe('')
  expect(page.problem()).toBe('')
})
