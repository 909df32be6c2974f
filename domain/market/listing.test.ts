import { describe, expect, it } from 'vitest'
import type { PostalAddress } from '#contract/market/transactions.ts'
import { foldSearchText } from '#domain/people/search-text.ts'
import { readAddress } from './address.ts'
import { foldedRule, forbiddenReason, readListing } from './listing.ts'
import { answeredOffer, isOfferable, type OfferRecord, offerLifeMs, priceFor } from './offer.ts'

const bounds = { pointsMin: 300, pointsMax: 50_000 }
const written = {
  title: ' マグカップ ',
  description: '使いました',
  prefecture: '東京',
  points: 1_000,
  pictures: 1,
  isDraft: false,
}

describe('a listing', () => {
  it('is stored trimmed and folded for the search', () => {
    expect(readListing(written, bounds)).toEqual({
      title: 'マグカップ',
      description: '使いました',
      folded: 'まぐかっぷ\n使いました',
    })
  })
  it.each([
    ['an empty title', { title: '　' }, 'marketTextWrong'],
    ['a title of 41 characters', { title: 'あ'.repeat(41) }, 'marketTextWrong'],
    ['an unknown place', { prefecture: '江戸' }, 'regionUnknown'],
    ['a price outside the bounds', { points: 299 }, 'marketPriceWrong'],
    ['no picture', { pictures: 0 }, 'marketPicturesWrong'],
  ])('is refused with %s', (_title, change, refused) => {
    expect(readListing({ ...written, ...change }, bounds)).toEqual({ refused })
  })
  it('may lack text and pictures as a draft', () => {
    expect(readListing({ ...written, description: '', pictures: 0, isDraft: true }, bounds)).toMatchObject({
      title: 'マグカップ',
    })
  })
})

describe('what may not be sold', () => {
  const rules = [
    { word: foldedRule('ギフト券'), category: null, reason: '券' },
    { word: null, category: 'beauty' as const, reason: '類' },
  ]
  const reasonOf = (text: string, category: 'beauty' | 'books' = 'books') =>
    forbiddenReason(rules, { folded: foldSearchText(text), category })
  it.each(['ギフト券です', 'ｷﾞﾌﾄ券', 'ぎ・ふ と_券'])('is found in 「%s」', (text) => {
    expect(reasonOf(text)).toBe('券')
  })
  it('is a category as well, and nothing else', () => {
    expect(reasonOf('口紅', 'beauty')).toBe('類')
    expect(reasonOf('ギフト用の本')).toBeNull()
  })
})

describe('an address', () => {
  const address: PostalAddress = {
    name: '山田　花子',
    postalCode: '〒１５０－０００１',
    prefecture: '東京',
    city: '渋谷区',
    street: '神宮前１丁目',
    building: '',
    phone: '０９０ー1234ー5678',
  }
  it('is stored in plain figures', () => {
    expect(readAddress(address)).toMatchObject({
      name: '山田 花子',
      postalCode: '1500001',
      phone: '09012345678',
    })
  })
  it.each([{ name: ' ' }, { postalCode: '150' }, { phone: '12345' }, { prefecture: '江戸' }, { street: '' }])(
    'is refused with %j',
    (change) => {
      expect(readAddress({ ...address, ...change })).toEqual({ refused: 'marketAddressWrong' })
    },
  )
})

describe('an offer', () => {
  const open: OfferRecord = { points: 700, state: 'open', expiresAt: offerLifeMs }
  const at = { price: 1_000, now: 1_000 }
  it('is at least half of the price and below it', () => {
    expect([499, 500, 999, 1_000].map((points) => isOfferable(points, 1_000))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
  it('is accepted by the seller, as it was seen, and its price ends after a day', () => {
    const accepted = answeredOffer(open, { answer: 'accept', points: 700, by: 'seller' }, at)
    expect(accepted).toEqual({ points: 700, state: 'accepted', expiresAt: 1_000 + offerLifeMs })
    expect(priceFor(1_000, accepted as OfferRecord, offerLifeMs)).toBe(700)
    expect(priceFor(1_000, accepted as OfferRecord, 1_000 + offerLifeMs)).toBe(1_000)
    expect(answeredOffer(open, { answer: 'accept', points: 600, by: 'seller' }, at)).toHaveProperty('refused')
    expect(answeredOffer(open, { answer: 'accept', points: 700, by: 'buyer' }, at)).toHaveProperty('refused')
  })
  it('is countered between the offer and the price, and the buyer accepts that', () => {
    const counter = (points: number) => answeredOffer(open, { answer: 'counter', points, by: 'seller' }, at)
    expect([700, 1_000].map(counter)).toEqual([
      { refused: 'marketOfferWrong' },
      { refused: 'marketOfferWrong' },
    ])
    const countered = counter(850) as OfferRecord
    expect(priceFor(1_000, countered, 2_000)).toBe(1_000)
    expect(answeredOffer(countered, { answer: 'accept', points: 850, by: 'buyer' }, at)).toMatchObject({
      state: 'accepted',
    })
  })
  it('is gone after 24 hours', () => {
    const late = { price: 1_000, now: offerLifeMs }
    expect(answeredOffer(open, { answer: 'accept', points: 700, by: 'seller' }, late)).toEqual({
      refused: 'marketOfferGone',
    })
  })
})
