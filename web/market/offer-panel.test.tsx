// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { ItemDetail, Offer } from '#contract/market/items.ts'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { OfferPanel } from './offer-panel.tsx'

vi.mock('#web/ui/dialog/toast.ts', () => ({ showToast: async () => undefined }))
afterEach(closePages)

const path = '/api/answer-flea-market-offer'
const expiresAt = '2026-11-30T12:00:00.000Z'

const opened = async (isOwn: boolean, state: Offer['state']) => {
  const offers = [{ offerId: 'offer', points: 400, state, expiresAt }]
  const item = { itemId: 'item', isOwn, state: 'onSale', points: 500, offers } as never as ItemDetail
  const page = await openPage(<OfferPanel item={item} />, {
    session: memberSession,
    answers: { [path]: { body: { type: 'success' } } },
  })
  const sent = () =>
    page.requests.flatMap((each) => (each.path === path ? [(each.body as { answer: string }).answer] : []))
  return { ...page, sent }
}

it.each([
  ['a seller', true, 'open', '400ptで承諾', '承諾する', 'accept'],
  ['a seller', true, 'open', '見送る', '見送る', 'decline'],
  ['a buyer', false, 'countered', '見送る', '見送る', 'decline'],
] as const)('asks %s before a final answer (%s, %s, %s)', async (_, isOwn, state, label, answer, sent) => {
  const page = await opened(isOwn, state)
  await page.press(label)
  await page.press('やめる')
  expect(page.sent()).toEqual([])
  await page.press(label)
  await page.press(answer)
  await page.until(() => expect(page.sent()).toEqual([sent]))
  await page.until(() => expect(document.querySelector('dialog')).toBeNull())
})

it('takes a price that a buyer accepts without a question', async () => {
  const page = await opened(false, 'countered')
  await page.press('400ptで承諾')
  await page.until(() => expect(page.sent()).toEqual(['accept']))
})
