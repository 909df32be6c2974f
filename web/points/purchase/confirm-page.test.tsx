// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closePages, type FakeAnswers, memberSession, openPageAt } from '#web/session/testing/fake-page.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import type { ToastMessage } from '#web/ui/dialog/toast.ts'
import { ConfirmPage } from './confirm-page.tsx'
import type { PurchaseDraft } from './purchase-draft.ts'
import { courseInfo, orderOf } from './testing/fake-purchase.ts'

const shownToast = vi.hoisted(() => vi.fn(async (_message: ToastMessage) => undefined))
vi.mock('#web/ui/dialog/toast.ts', () => ({ showToast: shownToast }))

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
beforeEach(() => void shownToast.mockClear())
afterEach(closePages)

const lost = { status: 504, body: {} }
const stored = (change = {}) => ({ body: { type: 'success', order: orderOf('first', change) } })
const draftOf = (orderId: string): PurchaseDraft => ({
  ...{ orderId, courseId: 'p1000', payment: { method: 'savedCard', label: 'Visa •••• 1111' } },
  back: '/chat/10482737',
})

/** The confirmation of a draft, with the server's answer to the question for an order. */
const opened = async (toQuestion: FakeAnswers[string]) => {
  const answers: FakeAnswers = {
    '/api/get-credit-purchase-course-info': { body: courseInfo },
    '/api/get-my-point': { body: { type: 'success', point: 100 } },
    '/api/log-before-purchase': { body: { type: 'success' } },
    '/api/quick-charge': lost,
    '/api/get-order': toQuestion,
  }
  const routes = [
    { path: paths.purchaseConfirm(), element: <ConfirmPage /> },
    { path: '*', element: <p>elsewhere</p> },
  ]
  const page = await openPageAt(routes, { session: memberSession, answers })
  const enter = (orderId: string) =>
    act(async () => page.router.navigate(paths.purchaseConfirm(), { state: { draft: draftOf(orderId) } }))
  const begin = async () => {
    await page.until(() => expect(document.body.textContent).toContain('1,000円(税込)を支払う'))
    await page.press('1,000円(税込)を支払う')
  }
  /** The payment's answer, or the last question for its order. */
  const answer = () => act(() => vi.advanceTimersByTimeAsync(3_000))
  const pay = async () => {
    await begin()
    await answer()
  }
  await enter('first')
  return {
    ...{ ...page, answers, enter, begin, answer, pay },
    place: () => page.router.state.location.pathname,
    paid: () =>
      page.requests
        .filter(({ path }) => path === '/api/quick-charge')
        .map(({ body }) => (body as { orderId: string }).orderId),
    dialog: () => document.querySelector('[role=alertdialog]')?.textContent ?? '',
  }
}

it('goes on to the order whose answer got lost', async () => {
  const page = await opened(stored())
  await page.pay()
  await page.until(() => expect(page.place()).toBe(paths.order('first')))
})

it("goes on to the bank's check of an order whose answer got lost", async () => {
  const page = await opened(stored({ state: 'challenge', challengeUrl: '/purchase/challenge/pay-1' }))
  await page.pay()
  await page.until(() => expect(page.place()).toBe('/purchase/challenge/pay-1'))
})

it('says that nothing was bought where the server has no such order', async () => {
  const page = await opened({
    status: 404,
    body: { type: 'error', code: 'notFound', message: '見つかりません' },
  })
  await page.pay()
  await page.until(() => expect(page.dialog()).toContain('購入できませんでした'))
  expect(page.dialog()).not.toContain('購入の履歴')
})

it('says that the outcome is unknown, and leads to the orders', async () => {
  const page = await opened(lost)
  await page.pay()
  await page.until(() => expect(page.dialog()).toContain('購入の結果を確認できませんでした'))
  expect(page.dialog()).toContain('もう一度お試しになる前に、購入の履歴をご確認ください。')
  await page.press('購入の履歴へ')
  expect(page.place()).toBe(paths.orders())
})

it('charges no second time when the page was left and entered again with a new draft', async () => {
  const page = await opened(lost)
  await page.pay()
  await page.until(() => expect(page.dialog()).toContain('OK'))
  await page.press('OK')
  await act(async () => page.router.navigate(paths.purchase()))
  await page.enter('second')
  page.answers['/api/get-order'] = stored()
  await page.pay()
  await page.until(() => expect(page.place()).toBe(paths.order('first')))
  expect(page.paid()).toEqual(['first'])
})

it('has no way back while it is paid', async () => {
  const page = await opened(lost)
  const back = () => document.querySelector<HTMLButtonElement>('[aria-label=戻る]')
  expect(back()?.disabled).toBe(false)
  await page.begin()
  expect(back()?.disabled).toBe(true)
  await page.answer()
  await page.until(() => expect(page.dialog()).toContain('購入の結果を確認できませんでした'))
  expect(back()?.disabled).toBe(false)
})

it.each([
  ['bought', stored(), 'ポイントを購入しました', paths.order('first')],
  ['declined', stored({ state: 'declined' }), 'お支払いができませんでした', paths.order('first')],
  ['that its outcome is unknown', lost, '購入の結果を確認できませんでした', paths.orders()],
])('leaves another page where it is, and says there: %s', async (_what, toQuestion, title, way) => {
  const page = await opened(lost)
  await page.begin()
  const ring = '/incoming/video-call/10482737'
  await act(async () => page.router.navigate(ring))
  page.answers['/api/get-order'] = toQuestion
  await page.answer()
  await page.until(() => expect(shownToast).toHaveBeenCalledOnce())
  expect(page.place()).toBe(ring)
  const [message] = shownToast.mock.calls[0] ?? []
  expect(message?.title).toBe(title)
  await act(async () => message?.action?.onPress())
  expect(page.place()).toBe(way)
})
