import type { Order } from '#contract/points/purchase.ts'
import type { CourseInfo } from '../../queries.ts'

const savedCard = { brand: 'VISA', last4: '1111', expiryMonth: 12, expiryYear: 2030 }

/** Two packs, paid by the saved card or another card. */
export const courseInfo: CourseInfo = {
  type: 'success',
  courses: [
    { id: 'p1000', priceYen: 1_000, paidPoints: 1_000, freePoints: 0 },
    { id: 'p3000', priceYen: 3_000, paidPoints: 3_000, freePoints: 0 },
  ],
  firstPurchaseBonusPoints: 0,
  methods: ['card', 'savedCard'],
  savedCard,
  ...{ cardFields: null, paidyCheckout: null, bankAccount: null, isSandbox: true },
  limits: { usedYen: 0, ageLimitYen: null, ageBands: [], ownLimitYen: null, leftYen: null, next: null },
  ...{ birthDateStated: true, isUnderAge: false, isFrozen: false, debtPoints: 0 },
  expiresAt: '2027-05-29T00:00:00.000Z',
}

export const orderOf = (orderId: string, change: Partial<Order> = {}): Order => ({
  ...{ orderId, state: 'granted', method: 'savedCard', courseId: 'p1000' },
  ...{ priceYen: 1_000, paidPoints: 1_000, freePoints: 0, bonusPoints: 0, repaidPoints: 0, refundedYen: 0 },
  ...{ declineReason: null, challengeUrl: null },
  createdAt: '2026-11-29T00:00:00.000Z',
  paidAt: '2026-11-29T00:00:01.000Z',
  expiresAt: '2027-05-29T00:00:00.000Z',
  ...change,
})
