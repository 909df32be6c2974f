import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Order } from '#contract/points/purchase.ts'
import { InvoiceSheet } from './invoice-sheet.tsx'

const order: Order = {
  orderId: 'da2a75ae-14b4-491b-a321-987125fbb805',
  state: 'granted',
  method: 'card',
  courseId: 'c3000',
  priceYen: 3_000,
  paidPoints: 3_000,
  freePoints: 150,
  bonusPoints: 500,
  repaidPoints: 0,
  refundedYen: 0,
  declineReason: null,
  challengeUrl: null,
  createdAt: '2026-11-22T23:35:00.000Z',
  paidAt: '2026-11-22T23:35:10.000Z',
  expiresAt: '2027-05-21T23:35:10.000Z',
}

it('says what a receipt on paper has to say, with the year and the tax', () => {
  const text = renderToStaticMarkup(
    <InvoiceSheet
      order={order}
      invoice={{
        issuer: '株式会社 <こよい>',
        registrationNumber: 'T1234567890123',
        card: { brand: 'VISA', last4: '1111' },
        balanceAfter: 6_950,
      }}
    />,
  ).replaceAll(/<[^>]+>/g, '')
  for (const said of [
    'お支払い日2026年11月23日(月)',
    '10%対象 3,000円（うち消費税 272円）',
    'Visa •••• 1111',
    '購入後の残高6,950pt',
    '株式会社 &lt;こよい&gt;',
    '登録番号 T1234567890123',
  ])
    expect(text).toContain(said)
})
