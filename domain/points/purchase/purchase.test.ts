import { expect, it } from 'vitest'
import { containedTaxYen, courseRefusal, type PurchaseFacts, purchaseDecision } from './purchase.ts'

const course = { priceYen: 5_000, bonusPoints: 500, isOnSale: true }

const facts = (change: Partial<PurchaseFacts> = {}): PurchaseFacts => ({
  isBirthDateStated: true,
  isUnderAge: false,
  isConsentDue: false,
  isInCall: false,
  isFrozen: false,
  course,
  confirmed: { priceYen: 5_000, bonusPoints: 500, version: 'a' },
  version: 'a',
  yenLeft: 5_000,
  method: 'card',
  methods: ['card', 'paidy'],
  ...change,
})

it.each([
  ['everything is as confirmed', facts(), null],
  ['without a limit', facts({ yenLeft: null }), null],
  ['no birth date yet', facts({ isBirthDateStated: false }), 'birthDateMissing'],
  ['under 18', facts({ isUnderAge: true }), 'underAge'],
  ['new terms to agree to', facts({ isConsentDue: true }), 'consentDue'],
  ['new terms during a call', facts({ isConsentDue: true, isInCall: true }), null],
  ['a payment is disputed', facts({ isFrozen: true }), 'purchaseFrozen'],
  ['a method that is not offered', facts({ method: 'storekit' }), 'methodUnavailable'],
  ['there is no such course', facts({ course: null }), 'courseGone'],
  ['the course is no longer sold', facts({ course: { ...course, isOnSale: false } }), 'courseGone'],
  ['another price', facts({ course: { ...course, priceYen: 6_000 } }), 'purchaseChanged'],
  [
    'a forged price',
    facts({ confirmed: { priceYen: 1, bonusPoints: 500, version: 'a' } }),
    'purchaseChanged',
  ],
  ['a bonus that is gone', facts({ course: { ...course, bonusPoints: 0 } }), 'purchaseChanged'],
  ['other words', facts({ version: 'b' }), 'purchaseChanged'],
  ['beyond the limit', facts({ yenLeft: 4_999 }), 'purchaseLimitReached'],
  [
    'the App Store has the money already',
    facts({
      method: 'storekit',
      methods: ['storekit'],
      course: { ...course, isOnSale: false },
      yenLeft: 0,
      isFrozen: true,
      version: 'b',
    }),
    null,
  ],
  [
    'the App Store sold what we have not',
    facts({ method: 'storekit', methods: ['storekit'], course: null }),
    'courseGone',
  ],
  ['precedence: age before freeze', facts({ isUnderAge: true, isFrozen: true }), 'underAge'],
  ['precedence: change before limit', facts({ yenLeft: 0, version: 'b' }), 'purchaseChanged'],
])('%s', (_, given, refused) => {
  expect(purchaseDecision(given)).toEqual(refused === null ? null : { refused })
})

it.each([
  [5_000, 454],
  [1_000, 90],
  [110, 10],
])('%s yen contain %s yen of tax', (price, tax) => {
  expect(containedTaxYen(price, 10)).toBe(tax)
})

it('gives at most half of a point pack’s price in free points', () => {
  expect(courseRefusal({ priceYen: 1_001, freePoints: 500 })).toBeNull()
  expect(courseRefusal({ priceYen: 1_001, freePoints: 501 })).toEqual({ refused: 'courseTooGenerous' })
})
