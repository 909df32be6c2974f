// @vitest-environment happy-dom
import { act, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ItemDetail } from '#contract/market/items.ts'
import { closePages, type FakeAnswers, memberSession, openPageAt } from '#web/session/testing/fake-page.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import type { ToastMessage } from '#web/ui/dialog/toast.ts'
import { BuyModal } from './buy-modal.tsx'

const shownToast = vi.hoisted(() => vi.fn(async (_message: ToastMessage) => undefined))
vi.mock('#web/ui/dialog/toast.ts', () => ({ showToast: shownToast }))

beforeEach(() => void shownToast.mockClear())
afterEach(closePages)

const item = { itemId: 'item', ownPoints: 400, postage: 'seller', version: 1 } as ItemDetail
const buyPath = '/api/create-flea-market-transaction'

const ItemPage = () => {
  const [isOpen, setIsOpen] = useState(true)
  return isOpen ? <BuyModal item={item} onClose={() => setIsOpen(false)} /> : null
}

/** The modal, with a purchase whose answer the test gives. */
const opened = async () => {
  const answers: FakeAnswers = {
    '/api/get-flea-market-terms': { body: { type: 'success', proceeds: 0, wallet: 500, fees: [] } },
    '/api/get-flea-market-address': {
      body: { type: 'success', address: { prefecture: '東京都', city: '港区', street: '1' } },
    },
  }
  const routes = [
    { path: '/item', element: <ItemPage /> },
    { path: '*', element: <p>elsewhere</p> },
  ]
  const page = await openPageAt(routes, { session: memberSession, at: '/item', answers })
  const { promise, resolve } = Promise.withResolvers<Response>()
  const others = fetch
  const sent: { transactionId: string }[] = []
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (path !== buyPath) return others(path, init)
    sent.push(JSON.parse(String(init?.body)))
    return promise
  })
  await page.until(() => expect(document.body.textContent).toContain('400ptで購入する'))
  await page.press('400ptで購入する')
  await page.until(() => expect(sent).toHaveLength(1))
  return {
    ...page,
    answer: (body: object, status = 200) => act(async () => resolve(Response.json(body, { status }))),
    place: () => page.router.state.location.pathname,
    transactionPath: () => paths.marketTransaction(sent[0]?.transactionId ?? ''),
  }
}

const bought = { type: 'success', transactionId: 'transaction' }

it('can’t be closed while it is paid, and goes on to the transaction', async () => {
  const page = await opened()
  const dialog = () => document.querySelector('dialog')
  await page.until(() =>
    expect(document.querySelector<HTMLButtonElement>('[aria-label=閉じる]')?.disabled).toBe(true),
  )
  await act(async () => dialog()?.dispatchEvent(new Event('cancel', { cancelable: true })))
  expect(dialog()).not.toBeNull()
  await page.answer(bought)
  await page.until(() => expect(page.place()).toBe(page.transactionPath()))
  expect(shownToast).not.toHaveBeenCalled()
})

it.each([
  ['bought', bought, 200, '購入しました'],
  [
    'not bought',
    { type: 'error', code: 'marketItemGone', message: '売り切れました' },
    409,
    '購入できませんでした',
  ],
])('stays on the page that was opened meanwhile, and says there: %s', async (_what, body, status, title) => {
  const page = await opened()
  const ring = '/incoming/video-call/10482737'
  await act(async () => page.router.navigate(ring))
  await page.answer(body, status)
  await page.until(() => expect(shownToast).toHaveBeenCalledOnce())
  expect(shownToast.mock.calls[0]?.[0].title).toBe(title)
  expect(page.place()).toBe(ring)
})
