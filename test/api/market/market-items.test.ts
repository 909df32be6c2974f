import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { jpeg } from '../images/upload-steps.ts'
import { codeOf, marketSteps, wantedItem } from './market-steps.ts'

let world: TestWorld
const { upload, listed, addressed, buy, momentsOf } = marketSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const pair = async (): Promise<{ buyer: Person; seller: Person }> => ({
  buyer: await world.caller(),
  seller: await world.broadcaster(),
})
const itemsFor = async (person: Person, more: object = {}): Promise<string[]> => {
  const answer = await person.request('getFleaMarketItems', { limit: 60, ...more })
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.items.map(({ itemId }) => itemId)
}

describe('a listing', () => {
  it('is found by its folded text, category and price, and a draft by its seller alone', async () => {
    const { buyer, seller } = await pair()
    const itemId = await listed(seller, { title: 'ﾌｨﾙﾑ カメラ', category: 'camera', points: 4_321 })
    const draftId = await listed(seller, { isDraft: true })
    expect(await itemsFor(buyer, { text: 'ふぃるむ　カメラ', minPoints: 4_000, maxPoints: 5_000 })).toEqual([
      itemId,
    ])
    expect(await itemsFor(buyer, { text: 'フィルム', category: 'books' })).toEqual([])
    expect(await itemsFor(buyer)).not.toContain(draftId)
    expect(codeOf(await buyer.request('getFleaMarketItemDetail', { itemId: draftId }))).toBe('notFound')
    expect(await seller.request('getMyFleaMarketItems', {})).toMatchObject({
      items: [{ itemId: draftId, state: 'draft' }, { itemId }],
    })
    await seller.request('withdrawFleaMarketItem', { itemId })
    expect(codeOf(await buyer.request('getFleaMarketItemDetail', { itemId }))).toBe('notFound')
  })

  it('comes page by page in either order, each item once', async () => {
    const { buyer, seller } = await pair()
    const all: string[] = []
    for (const points of [700, 500, 500, 600, 900])
      all.push(await listed(seller, { title: '頁の本', points }))
    for (const order of ['new', 'cheap'] as const) {
      const seen: string[] = []
      let after: string | undefined
      do {
        const answer = await buyer.request('getFleaMarketItems', {
          text: '頁の本',
          order,
          limit: 2,
          ...(after ? { after } : {}),
        })
        if (answer.type === 'error') throw new Error(answer.code)
        seen.push(...answer.items.map(({ itemId }) => itemId))
        after = answer.next ?? undefined
      } while (after)
      expect(seen.toSorted()).toEqual(all.toSorted())
      if (order === 'new') expect(seen).toEqual(all.toReversed())
    }
  })

  it('comes to the top when it goes on sale first, and again once in 24 hours', async () => {
    const { seller, buyer } = await pair()
    const title = '上にくる本'
    const { imageId = '' } = await upload(seller, await jpeg())
    const wanted = wantedItem([imageId], { title })
    const saved = async (isDraft: boolean) =>
      expect(codeOf(await seller.request('saveFleaMarketItem', { ...wanted, isDraft }))).toBe('success')
    const order = () => itemsFor(buyer, { text: title })
    await saved(true)
    const other = await listed(seller, { title })
    await saved(true)
    await saved(false)
    expect(await order()).toEqual([wanted.itemId, other])
    const newest = await listed(seller, { title })
    const without = [newest, other]
    const all = [newest, wanted.itemId, other]
    await seller.request('withdrawFleaMarketItem', { itemId: wanted.itemId })
    expect(await order()).toEqual(without)
    await saved(false)
    expect(await order()).toEqual(all)
    await saved(true)
    expect(await order()).toEqual(without)
    await saved(false)
    expect(await order()).toEqual(all)
    world.context.now = () => Date.now() + 24 * 3_600_000
    await saved(false)
    expect(await order()).toEqual(all)
    await seller.request('withdrawFleaMarketItem', { itemId: wanted.itemId })
    await saved(false)
    expect(await order()).toEqual([wanted.itemId, newest, other])
    world.context.now = Date.now
  })

  it('is refused with the reason of what may not be sold, with contact details, and with a foreign picture', async () => {
    const { buyer, seller } = await pair()
    const { imageId = '' } = await upload(seller, await jpeg())
    const forbidden = await seller.request(
      'saveFleaMarketItem',
      wantedItem([imageId], { title: 'ｷﾞﾌﾄ・券 500円' }),
    )
    expect(forbidden).toMatchObject({ type: 'success', forbidden: expect.stringContaining('ギフト券') })
    expect(await seller.request('getMyFleaMarketItems', {})).toMatchObject({ items: [] })
    const contact = wantedItem([imageId], { description: '連絡は 090-1234-5678 まで' })
    expect(codeOf(await seller.request('saveFleaMarketItem', contact))).toBe('contactWarning')
    expect(codeOf(await buyer.request('saveFleaMarketItem', wantedItem([imageId])))).toBe('imageGone')
  })

  it('shows its pictures to whom it is shown', async () => {
    const { buyer, seller } = await pair()
    const { imageId = '' } = await upload(seller, await jpeg())
    const statusFor = async ({ cookie }: Person) =>
      (await world.request(`/api/img/api=get-img&id=${imageId}&kind=6&size=480`, { headers: { cookie } }))
        .status
    expect(await statusFor(buyer)).toBe(404)
    const wanted = wantedItem([imageId])
    await seller.request('saveFleaMarketItem', wanted)
    expect(await statusFor(buyer)).toBe(200)
    await seller.request('withdrawFleaMarketItem', { itemId: wanted.itemId })
    expect([await statusFor(buyer), await statusFor(seller)]).toEqual([404, 200])
  })

  it('takes questions that the seller answers, and counts favourites', async () => {
    const { buyer, seller } = await pair()
    const itemId = await listed(seller)
    const questionId = randomUUID()
    const question = { itemId, questionId, text: '容量はどれくらいですか？' }
    await buyer.request('askFleaMarketQuestion', question)
    await buyer.request('askFleaMarketQuestion', question)
    expect(codeOf(await buyer.request('answerFleaMarketQuestion', { questionId, text: 'はい' }))).toBe(
      'notFound',
    )
    await seller.request('answerFleaMarketQuestion', { questionId, text: '300mlです。' })
    for (const _ of [1, 2]) await buyer.request('addFleaMarketFavorite', { itemId })
    expect(await buyer.request('getFleaMarketItemDetail', { itemId })).toMatchObject({
      item: {
        questions: [{ text: question.text, answer: '300mlです。', isOwn: true }],
        favourites: 1,
        isFavourite: true,
      },
    })
    expect(await buyer.request('getFleaMarketFavorites', {})).toMatchObject({ items: [{ itemId }] })
    expect(await seller.request('getFleaMarketFavoriteCounts', { itemIds: [itemId] })).toMatchObject({
      counts: [{ favourites: 1, isFavourite: false }],
    })
    expect([await momentsOf(seller), await momentsOf(buyer)]).toEqual([['question'], ['answered']])
  })

  it('is hidden behind a block, both ways, and so are its offers and questions', async () => {
    for (const blocker of ['buyer', 'seller'] as const) {
      const sides = await pair()
      const { buyer, seller } = sides
      const itemId = await listed(seller)
      const [offerId, questionId] = [randomUUID(), randomUUID()]
      await buyer.request('addFleaMarketFavorite', { itemId })
      await buyer.request('askFleaMarketQuestion', { itemId, questionId, text: 'まだありますか？' })
      await buyer.request('offerFleaMarketPrice', { itemId, offerId, points: 800 })
      await addressed(buyer)
      const other = blocker === 'buyer' ? seller : buyer
      await world.database
        .sql`insert into member_block (member_id, partner_id) values (${sides[blocker].id}, ${other.id})`
      expect(await itemsFor(buyer)).not.toContain(itemId)
      expect(await buyer.request('getFleaMarketFavorites', {})).toMatchObject({ items: [] })
      expect(await buyer.request('getFleaMarketFavoriteCounts', { itemIds: [itemId] })).toMatchObject({
        counts: [],
      })
      for (const answer of [
        await buyer.request('getFleaMarketItemDetail', { itemId }),
        await buyer.request('addFleaMarketFavorite', { itemId }),
        await buyer.request('askFleaMarketQuestion', {
          itemId,
          questionId: randomUUID(),
          text: 'こんにちは',
        }),
        await buyer.request('offerFleaMarketPrice', { itemId, offerId: randomUUID(), points: 900 }),
        await seller.request('answerFleaMarketOffer', { offerId, answer: 'accept', points: 800 }),
        await seller.request('answerFleaMarketQuestion', { questionId, text: 'はい' }),
        (await buy(buyer, itemId)).answer,
      ])
        expect(codeOf(answer)).toBe('notFound')
    }
  })
})
