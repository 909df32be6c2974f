import { expect, it } from 'vitest'
import { type BoughtItem, galleryReceiptFields } from './purchase-receipt.ts'

const bought: BoughtItem = {
  ...{ kind: 'image', boughtAt: '2026-11-24T03:00:00.000Z', points: 400, returned: null },
  lots: [
    { kind: 'free', points: 100 },
    { kind: 'paid', points: 250 },
    { kind: 'paid', points: 50 },
  ],
}

it('a receipt has the points by their kind, and nothing that leads to the item or its broadcaster', () => {
  const named = { ...bought, title: '港の夜', ownerId: '10482736' }
  expect(galleryReceiptFields(named)).toEqual({
    ...{ itemKind: 'image', boughtAt: '2026-11-24T03:00:00.000Z' },
    ...{ points: 400, freePoints: 100, paidPoints: 300, returnedPoints: 0 },
  })
})

it('says what was returned', () => {
  const returned = { points: 400 }
  expect(galleryReceiptFields({ ...bought, returned })).toMatchObject({ points: 400, returnedPoints: 400 })
})
