import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '#contract/core/refusal.ts'
import { galleryReviewModes } from '#contract/gallery/operator.ts'
import { type GalleryState, galleryStates } from '#contract/gallery/own-items.ts'
import { galleryAccess } from './access.ts'
import { differenceHash, isTelling } from './difference-hash.ts'
import { type GalleryEvent, galleryStep, isSeenBeforeReview, isSeenState } from './item-state.ts'
import { periodStart } from './period.ts'
import { purchaseDecision } from './purchase.ts'
import { decideGalleryBounds, readGalleryItem } from './written-item.ts'

const event = fc.oneof(
  fc.record({
    type: fc.constant('submit' as const),
    isSeenFirst: fc.boolean(),
    wasPassed: fc.boolean(),
  }),
  fc
    .constantFrom('edit', 'pass', 'refuse', 'withdraw', 'remove' as const)
    .map((type) => ({ type }) as GalleryEvent),
)

describe('an item', () => {
  it('that operators review first is seen by nobody before it has passed', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        let state: GalleryState = 'draft'
        let hasPassed = false
        for (const one of events) {
          const asked: GalleryEvent =
            one.type === 'submit' ? { ...one, isSeenFirst: false, wasPassed: hasPassed } : one
          const next = galleryStep(state, asked)
          if (isRefusal(next)) continue
          if (asked.type === 'pass') hasPassed = true
          if (asked.type === 'edit') hasPassed = false
          state = next
          if (isSeenState(state)) expect(hasPassed).toBe(true)
        }
      }),
    )
  })

  it('that was removed stays removed', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        for (const one of events) expect(isRefusal(galleryStep('removed', one))).toBe(true)
      }),
    )
  })

  it('can be changed only where nobody has reviewed or bought this content', () => {
    expect(galleryStates.filter((state) => !isRefusal(galleryStep(state, { type: 'edit' })))).toEqual([
      'draft',
      'refused',
    ])
  })

  it.each([
    ['before', 99, 0, false],
    ['after', 0, 9, true],
    ['trusted', 9, 0, false],
    ['trusted', 10, 0, true],
    ['trusted', 50, 1, false],
  ] as const)(
    'in mode %s with %i passed and %i refused items appears first: %s',
    (mode, passed, refused, is) => {
      expect(galleryReviewModes).toContain(mode)
      expect(isSeenBeforeReview(mode, { passed, refusedLately: refused })).toBe(is)
    },
  )
})

const facts = fc.record({
  state: fc.constantFrom(...galleryStates),
  isShown: fc.boolean(),
  price: fc.constantFrom(0, 300),
  isOwner: fc.boolean(),
  isBuyer: fc.boolean(),
  isHidden: fc.boolean(),
})

describe('access', () => {
  it('to an original needs the ownership, a payment, or a free item that is shown', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const access = galleryAccess(given)
        if (access === 'own') expect(given.isOwner).toBe(true)
        if (access === 'bought') expect(given.isBuyer).toBe(true)
        if (access === 'free') expect([given.price, given.isShown, given.isHidden]).toEqual([0, true, false])
        if (given.state === 'removed') expect(access).toBeNull()
        else if (given.isBuyer && !given.isOwner) expect(access).toBe('bought')
      }),
    )
  })
})

describe('a purchase', () => {
  const buyable = {
    access: 'locked',
    isCaller: true,
    isUnderAge: false,
    isSamePerson: false,
    wasReturned: false,
    price: 300,
    shownPoints: 300,
  } as const
  it.each([
    [{}, { points: 300 }],
    [{ shownPoints: 200 }, { refused: 'galleryPriceChanged' }],
    [{ access: 'free', price: 0, shownPoints: 0 }, { refused: 'galleryPriceChanged' }],
    [{ access: 'bought', shownPoints: 1 }, 'isBought'],
    [{ access: 'own' }, { refused: 'forbidden' }],
    [{ access: null }, { refused: 'notFound' }],
    [{ isCaller: false }, { refused: 'forbidden' }],
    [{ isUnderAge: true }, { refused: 'underAge' }],
    [{ isSamePerson: true }, { refused: 'notFound' }],
    [{ wasReturned: true }, { refused: 'galleryReturned' }],
  ] as const)('with %o is %o', (change, decided) => {
    expect(purchaseDecision({ ...buyable, ...change })).toEqual(decided)
  })
})

describe('a written item', () => {
  const bounds = { min: 50, max: 3_000 }
  const now = Date.UTC(2026, 0, 1)
  const written = { title: ' 夜の  海 ', price: 300, tags: ['#海', '海'], appearsAt: null }
  it('is stored without spaces around, and each tag once', () => {
    expect(readGalleryItem(written, bounds, now)).toEqual({
      title: '夜の 海',
      price: 300,
      tags: ['海'],
      appearsAt: null,
    })
  })
  it.each([
    [{ title: '  ' }, 'galleryTitleWrong'],
    [{ title: 'あ'.repeat(41) }, 'galleryTitleWrong'],
    [{ price: 40 }, 'galleryPriceWrong'],
    [{ price: 3_010 }, 'galleryPriceWrong'],
    [{ price: 55 }, 'galleryPriceWrong'],
    [{ appearsAt: now + 61 * 86_400_000 }, 'galleryTimeWrong'],
  ])('with %o is refused as %s', (change, refused) => {
    expect(readGalleryItem({ ...written, ...change }, bounds, now)).toEqual({ refused })
  })
  it('may be free, and a time in the past means at once', () => {
    expect(readGalleryItem({ ...written, price: 0, appearsAt: now - 1 }, bounds, now)).toMatchObject({
      price: 0,
      appearsAt: null,
    })
  })
  it.each([
    [{ min: 50, max: 3_000 }, true],
    [{ min: 60, max: 50 }, false],
    [{ min: 0, max: 50 }, false],
    [{ min: 15, max: 50 }, false],
    [{ min: 50, max: 10_010 }, false],
  ])('has bounds %o: %s', (given, isAllowed) => {
    expect(isRefusal(decideGalleryBounds(given))).toBe(!isAllowed)
  })
})

it('a ranking begins at a Japanese midnight', () => {
  const now = Date.parse('2026-05-10T15:30:00Z')
  expect(new Date(periodStart('day', now)).toISOString()).toBe('2026-05-10T15:00:00.000Z')
  expect(new Date(periodStart('week', now)).toISOString()).toBe('2026-05-04T15:00:00.000Z')
  expect(new Date(periodStart('day', now - 3_600_000)).toISOString()).toBe('2026-05-09T15:00:00.000Z')
})

it('a hash of looks keeps brightness out, and says when it says nothing', () => {
  const grey = Uint8Array.from({ length: 72 }, (_, at) => (at * 37) % 90)
  expect(differenceHash(grey.map((value) => value + 40))).toBe(differenceHash(grey))
  expect(isTelling(differenceHash(grey))).toBe(true)
  expect(isTelling(differenceHash(new Uint8Array(72)))).toBe(false)
})
