import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { removeItem } from '#server/gallery/actions/remove-item.ts'
import { returnPurchase, returnRemoved } from '#server/gallery/actions/return-purchase.ts'
import { reviewItem } from '#server/gallery/actions/review-item.ts'
import { addBlock } from '#server/moderation/actions/add-block.ts'
import { addOperatorOnce } from '#server/operators/accounts.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { earningsOf, walletOf } from '#server/points/queries.ts'
import { deactivateAccount } from '#server/privacy/actions/deactivate-account.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { gallerySteps } from './gallery-steps.ts'

let world: TestWorld
const { uploaded, draft, versionOf, published, seen, statusOf, idsOf } = gallerySteps(() => world)
let operatorId: number
beforeAll(async () => {
  world = await createTestWorld()
  await world.context.db
    .transaction()
    .execute((tx) => addOperatorOnce(tx, 'op@example.jp', 'koyoi-demo-2026'))
  const [row] = await world.database.sql`select id from operator limit 1`
  operatorId = row?.id
})
afterEach(async () => {
  world.context.now = Date.now
  expect(await checkLedger(world.context.db)).toEqual([])
})
afterAll(() => world.close())

const buy = (buyer: Person, itemId: string, points = 300) =>
  buyer.request('purchaseImage', { itemId, points })
const remove = (itemId: string, isReturned = true) =>
  inTransaction(world.context.db, (tx) =>
    removeItem(
      world.context,
      tx,
      { itemId, reason: 'consent', note: '本人の申し出', isReturned },
      operatorId,
    ),
  )

describe('an item', () => {
  it('is a draft that nobody else sees, waits for the review, and then appears', async () => {
    const [owner, viewer] = [await world.broadcaster(), await world.caller()]
    const itemId = await draft(owner, { pictures: 2 })
    const hidden = async () => {
      expect(await viewer.request('getGalleryItem', { itemId })).toMatchObject({ code: 'notFound' })
      expect(await buy(viewer, itemId)).toMatchObject({ code: 'notFound' })
      expect(await viewer.request('addFavorite', { itemId })).toMatchObject({ code: 'notFound' })
      expect(await idsOf(viewer, { broadcasterId: owner.id })).toEqual([])
    }
    await hidden()
    const [picture] = (await seen(owner, itemId)).files
    expect(await statusOf(viewer, picture?.imageId ?? '', picture?.signature ?? null)).toEqual({
      original: 404,
      blurred: 404,
    })
    await owner.request('submitGalleryItem', { itemId })
    await hidden()
    const version = await versionOf(itemId)
    const decide = (seenVersion: number) =>
      inTransaction(world.context.db, (tx) =>
        reviewItem(tx, { itemId, version: seenVersion, reason: null, message: '' }),
      )
    expect(await decide(version - 1)).toEqual({ refused: 'galleryReviewed' })
    expect(await decide(version)).toMatchObject({ id: itemId })
    expect(await idsOf(viewer, { broadcasterId: owner.id })).toEqual([itemId])
    expect(await seen(viewer, itemId)).toMatchObject({ access: 'locked', pictures: 2, price: 300 })
    expect(await owner.request('getOwnGalleryItems', {})).toMatchObject({
      items: [{ id: itemId, state: 'published', views: 1, sales: 0 }],
    })
  })

  it('that is refused says why, can be changed and sent again', async () => {
    const owner = await world.broadcaster()
    const itemId = await draft(owner)
    await owner.request('submitGalleryItem', { itemId })
    await inTransaction(world.context.db, async (tx) =>
      reviewItem(tx, {
        itemId,
        version: await versionOf(itemId),
        reason: 'contact',
        message: '連絡先が写っています',
      }),
    )
    expect(await owner.request('getOwnGalleryItems', {})).toMatchObject({
      items: [{ state: 'refused', refusal: { reason: 'contact', message: '連絡先が写っています' } }],
    })
    expect(await owner.request('getNotifications', {})).toMatchObject({
      notifications: [{ about: { kind: 'galleryReviewed', outcome: 'refused', title: '港の夜' } }],
    })
    const [kept] = (await seen(owner, itemId)).files
    const imageIds = [await uploaded(owner), kept?.imageId ?? '']
    const change = { itemId, title: '港の朝', price: 0, tags: [], imageIds, appearsAt: null }
    expect(await owner.request('saveGalleryItem', change)).toMatchObject({ type: 'success' })
    expect((await seen(owner, itemId)).files.map(({ imageId }) => imageId)).toEqual(imageIds)
    expect(await owner.request('submitGalleryItem', { itemId })).toMatchObject({ type: 'success' })
    expect(await owner.request('saveGalleryItem', change)).toMatchObject({ code: 'galleryNotEditable' })
  })

  it('appears before its review where operators chose so, and at the time its broadcaster chose', async () => {
    const [owner, viewer] = [await world.broadcaster(), await world.caller()]
    const { sql } = world.database
    await sql`update gallery_setting set review = 'after'`
    const itemId = await draft(owner)
    const appearsAt = new Date(Date.now() + 3_600_000).toISOString()
    const later = await draft(owner, { appearsAt })
    for (const id of [itemId, later]) await owner.request('submitGalleryItem', { itemId: id })
    await sql`update gallery_setting set review = 'before'`
    expect(await idsOf(viewer, { broadcasterId: owner.id })).toEqual([itemId])
    expect(await viewer.request('getGalleryItem', { itemId: later })).toMatchObject({ code: 'notFound' })
    await sql`update gallery_item set shown_at = now() where id = ${later}`
    expect(await idsOf(viewer, { broadcasterId: owner.id })).toEqual([later, itemId])
  })

  it('belongs to broadcasters, and takes only their own pictures', async () => {
    const [owner, caller] = [await world.broadcaster(), await world.caller()]
    const input = {
      ...{ itemId: randomUUID(), title: '夜', price: 300, tags: [], appearsAt: null },
      imageIds: [await uploaded(caller)],
    }
    expect(await caller.request('saveGalleryItem', input)).toMatchObject({ code: 'forbidden' })
    expect(await owner.request('saveGalleryItem', input)).toMatchObject({ code: 'imageGone' })
    expect(await owner.request('submitGalleryItem', { itemId: input.itemId })).toMatchObject({
      code: 'notFound',
    })
    await owner.request('saveGalleryItem', { ...input, imageIds: [] })
    expect(await owner.request('submitGalleryItem', { itemId: input.itemId })).toMatchObject({
      code: 'galleryEmpty',
    })
    const other = await world.broadcaster()
    for (const name of ['submitGalleryItem', 'withdrawGalleryItem'] as const)
      expect(await other.request(name, { itemId: input.itemId })).toMatchObject({ code: 'notFound' })
    expect(await owner.request('withdrawGalleryItem', { itemId: input.itemId })).toMatchObject({
      type: 'success',
    })
    expect(await owner.request('getOwnGalleryItems', {})).toMatchObject({ items: [] })
  })
})

describe('a purchase', () => {
  it('is one payment, from twenty requests of one buyer at the same moment', async () => {
    const [owner, buyer] = [await world.broadcaster(), await world.caller(1_000)]
    const itemId = await published(owner)
    const tries = await Promise.all(Array.from({ length: 20 }, () => buy(buyer, itemId)))
    for (const bought of tries) expect(bought).toEqual({ type: 'success', point: 700 })
    expect(await earningsOf(world.context.db, owner.id)).toEqual({ point: 120 })
    expect(await owner.request('getOwnGalleryItems', {})).toMatchObject({
      items: [{ sales: 1, earned: 120 }],
    })
    expect(await buyer.request('getPointHistory', {})).toMatchObject({
      movements: [{ purpose: 'gallery', points: -300 }, {}],
    })
    expect(await owner.request('getEarningLines', {})).toMatchObject({
      lines: [{ purpose: 'gallery', earned: 120 }],
    })
  })

  it('opens the item at once, and it is unopened until then', async () => {
    const [owner, buyer] = [await world.broadcaster(), await world.caller()]
    const itemId = await published(owner, { pictures: 2 })
    const unopened = async () => {
      const answer = await buyer.request('getUnopenedItems', {})
      return answer.type === 'success' ? answer.items.map(({ id }) => id) : answer
    }
    await buy(buyer, itemId)
    expect(await unopened()).toEqual([itemId])
    expect(await seen(buyer, itemId)).toMatchObject({ access: 'bought', purchase: { points: 300 } })
    expect(await unopened()).toEqual([])
    expect(await idsOf(buyer, { list: 'bought' })).toEqual([itemId])
  })

  it('of two buyers at the same moment is one each', async () => {
    const owner = await world.broadcaster()
    const buyers = [await world.caller(300), await world.caller(300)]
    const itemId = await published(owner)
    expect(await Promise.all(buyers.map((buyer) => buy(buyer, itemId)))).toEqual([
      { type: 'success', point: 0 },
      { type: 'success', point: 0 },
    ])
    expect(await earningsOf(world.context.db, owner.id)).toEqual({ point: 240 })
    expect(await owner.request('getNotifications', {})).toMatchObject({
      notifications: [{ about: { kind: 'gallerySold', itemId, points: 300, others: 1 } }, {}],
    })
  })

  it('is refused at another price than the one that was seen, without enough points, and to broadcasters', async () => {
    const [owner, buyer, poor] = [await world.broadcaster(), await world.caller(), await world.caller(299)]
    const itemId = await published(owner)
    const free = await published(owner, { price: 0 })
    expect(await buy(poor, itemId)).toMatchObject({ code: 'insufficientPoints' })
    expect(await buy(buyer, itemId, 299)).toMatchObject({ code: 'galleryPriceChanged' })
    expect(await buy(buyer, free, 0)).toMatchObject({ code: 'galleryPriceChanged' })
    expect(await buy(await world.broadcaster(), itemId)).toMatchObject({ code: 'forbidden' })
    expect(await buy(owner, itemId)).toMatchObject({ type: 'error' })
    expect(await owner.request('changeGalleryPrice', { itemId, price: 500 })).toMatchObject({
      type: 'success',
    })
    expect(await buy(buyer, itemId)).toMatchObject({ code: 'galleryPriceChanged' })
    expect(await buyer.request('getMyPoint', {})).toMatchObject({ point: 3_000 })
    expect(await buy(buyer, itemId, 500)).toMatchObject({ point: 2_500 })
    expect(await owner.request('changeGalleryPrice', { itemId, price: 5 })).toMatchObject({
      code: 'galleryPriceWrong',
    })
  })

  it('outlives a withdrawal, a block and a removal of others, but not the takedown', async () => {
    const [owner, buyer, other] = [await world.broadcaster(), await world.caller(), await world.caller()]
    const itemId = await published(owner)
    await buy(buyer, itemId)
    await owner.request('withdrawGalleryItem', { itemId })
    expect(await other.request('getGalleryItem', { itemId })).toMatchObject({ code: 'notFound' })
    expect(await buy(other, itemId)).toMatchObject({ code: 'notFound' })
    expect(await seen(buyer, itemId)).toMatchObject({ access: 'bought', isWithdrawn: true })
    await addBlock(world.context, owner.viewer, buyer.id)
    const [picture] = (await seen(buyer, itemId)).files
    expect(await statusOf(buyer, picture?.imageId ?? '', picture?.signature ?? null)).toEqual({
      original: 200,
      blurred: 200,
    })
    expect(await remove(itemId)).toMatchObject({ returned: 1 })
    expect(await statusOf(buyer, picture?.imageId ?? '', picture?.signature ?? null)).toEqual({
      original: 404,
      blurred: 404,
    })
    expect(await buyer.request('getGalleryItem', { itemId })).toMatchObject({ code: 'notFound' })
    expect(await owner.request('getGalleryItem', { itemId })).toMatchObject({ code: 'notFound' })
    expect([await returnRemoved(world.context), await returnRemoved(world.context)]).toEqual([1, 0])
    expect(await walletOf(world.context.db, buyer.id)).toMatchObject({ point: 3_000 })
    expect(await earningsOf(world.context.db, owner.id)).toEqual({ point: 0 })
    expect(await remove(itemId)).toEqual({ refused: 'galleryRemoved' })
  })

  it('whose points operators returned is locked again, and paid by the platform where they chose so', async () => {
    const [owner, buyer] = [await world.broadcaster(), await world.caller(300)]
    const itemId = await published(owner)
    await buy(buyer, itemId)
    const giveBack = () =>
      inTransaction(world.context.db, (tx) =>
        returnPurchase(world.context, tx, { itemId, memberId: buyer.id, isPaidByPlatform: true }),
      )
    expect(await giveBack()).toEqual({ points: 300 })
    expect(await giveBack()).toEqual({ refused: 'galleryReturned' })
    expect(await buyer.request('getNotifications', {})).toMatchObject({
      notifications: [{ about: { kind: 'pointsMoved', moment: 'returned', points: 300, orderId: null } }],
    })
    expect(await seen(buyer, itemId)).toMatchObject({ access: 'locked', purchase: null })
    expect(await buy(buyer, itemId)).toMatchObject({ code: 'galleryReturned' })
    expect(await owner.request('getOwnGalleryItems', {})).toMatchObject({
      items: [{ sales: 0, earned: 120 }],
    })
  })
})

describe('an original', () => {
  it('answers its buyer alone, by an address that names the buyer and ends', async () => {
    const [owner, buyer, other] = [await world.broadcaster(), await world.caller(), await world.caller()]
    const itemId = await published(owner)
    const locked = await seen(buyer, itemId)
    const { imageId } = locked.cover
    expect(locked.cover.signature).toBeNull()
    expect(await statusOf(buyer, imageId, null)).toEqual({ original: 404, blurred: 200 })
    expect(await statusOf(null, imageId, null)).toEqual({ original: 404, blurred: 200 })
    // The owner's address is no use to others, whether they bought or not.
    const ownersAddress = (await seen(owner, itemId)).cover.signature
    await buy(buyer, itemId)
    const { signature } = (await seen(buyer, itemId)).cover
    expect(await statusOf(buyer, imageId, signature)).toEqual({ original: 200, blurred: 200 })
    for (const wrong of [null, ownersAddress, signature?.replace(buyer.id, other.id) ?? ''])
      expect((await statusOf(buyer, imageId, wrong)).original).toBe(404)
    expect((await statusOf(other, imageId, signature)).original).toBe(404)
    expect((await statusOf(null, imageId, signature)).original).toBe(404)
    const second = await published(owner)
    await buy(buyer, second)
    expect((await statusOf(buyer, (await seen(buyer, second)).cover.imageId, signature)).original).toBe(404)
    const later = Date.now() + 600_001
    world.context.now = () => later
    expect((await statusOf(buyer, imageId, signature)).original).toBe(404)
  })

  it('of a free item answers everybody, visitors by an address of their own', async () => {
    const owner = await world.broadcaster()
    const itemId = await published(owner, { price: 0 })
    const response = await world.request('/api/get-gallery-item', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ itemId }),
    })
    const { item } = await response.json()
    expect(item.access).toBe('free')
    expect((await statusOf(null, item.cover.imageId, item.cover.signature)).original).toBe(200)
    expect((await statusOf(null, item.cover.imageId, null)).original).toBe(404)
  })
})

describe('the lists', () => {
  it('are hidden both ways by a block, and with a closed account', async () => {
    const [owner, viewer, other] = [await world.broadcaster(), await world.caller(), await world.caller()]
    const itemId = await published(owner)
    await viewer.request('addBookmark', { token: viewer.viewer.token, partnerId: owner.id })
    expect(await idsOf(viewer, { list: 'favourites' })).toEqual([itemId])
    await viewer.request('addFavorite', { itemId })
    expect(await viewer.request('addFavorite', { itemId })).toMatchObject({ type: 'success' })
    expect(await viewer.request('getGalleryItemFavoriteStatus', { itemId })).toMatchObject({
      isFavourite: true,
      favourites: 1,
    })
    expect(await idsOf(viewer, { list: 'saved' })).toEqual([itemId])
    await addBlock(world.context, owner.viewer, viewer.id)
    for (const list of ['newest', 'forYou', 'favourites', 'saved'])
      expect(await idsOf(viewer, { list })).not.toContain(itemId)
    expect(await viewer.request('getGalleryItem', { itemId })).toMatchObject({ code: 'notFound' })
    expect(await buy(viewer, itemId)).toMatchObject({ code: 'notFound' })
    expect(await viewer.request('getImageRanking', {})).not.toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id: itemId })]),
    })
    expect(await idsOf(other, { broadcasterId: owner.id })).toEqual([itemId])
    await deactivateAccount(world.context, owner.id, { reason: 'other', leavesEarnings: true })
    expect(await idsOf(other, { broadcasterId: owner.id })).toEqual([])
  })

  it('continue page by page without a gap, by tag, price and broadcaster', async () => {
    const [owner, viewer] = [await world.broadcaster(), await world.caller()]
    const ids: string[] = []
    for (const price of [0, 100, 200, 300, 400])
      ids.unshift(await published(owner, { price, tags: price > 100 ? ['海'] : ['猫'] }))
    const pages: string[] = []
    let after: string | undefined
    do {
      const page = await viewer.request('getGalleryItems', {
        ...{ broadcasterId: owner.id, limit: 2 },
        ...(after ? { after } : {}),
      })
      if (page.type === 'error') throw new Error(page.code)
      pages.push(...page.items.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after)
    expect(pages).toEqual(ids)
    expect(await idsOf(viewer, { broadcasterId: owner.id, tag: '海' })).toEqual(ids.slice(0, 3))
    expect(await idsOf(viewer, { broadcasterId: owner.id, priceTo: 100 })).toEqual(ids.slice(3))
    expect(await idsOf(viewer, { broadcasterId: owner.id, list: 'free' })).toEqual(ids.slice(4))
    expect((await idsOf(viewer, { broadcasterId: owner.id, list: 'forYou' })).toSorted()).toEqual(
      ids.toSorted(),
    )
  })

  it('rank by sales before favourites, within the period', async () => {
    const [owner, buyer, liker] = [await world.broadcaster(), await world.caller(), await world.caller()]
    const [bought, liked, old] = [await published(owner), await published(owner), await published(owner)]
    for (const itemId of [bought, old]) await buy(buyer, itemId)
    await world.database.sql`
      update gallery_purchase set bought_at = now() - interval '40 days' where item_id = ${old}`
    for (const person of [buyer, liker]) await person.request('addFavorite', { itemId: liked })
    const ranked = await buyer.request('getImageRanking', { period: 'day' })
    const own = ranked.type === 'success' ? ranked.items.filter(({ owner: { id } }) => id === owner.id) : []
    expect(own.map(({ id }) => id)).toEqual([bought, liked])
  })
})
