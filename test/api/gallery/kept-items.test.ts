import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { galleryItemsMax } from '#contract/gallery/own-items.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { returnPurchase } from '#server/gallery/actions/return-purchase.ts'
import { reviewItem } from '#server/gallery/actions/review-item.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { gallerySteps } from './gallery-steps.ts'

let world: TestWorld
const { uploaded, draft, versionOf, published, seen } = gallerySteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
  await world.database.sql`update gallery_setting set review = 'after'`
})
afterAll(() => world.close())

const buy = (buyer: Person, itemId: string) => buyer.request('purchaseImage', { itemId, points: 300 })
const refuseItem = (itemId: string) =>
  inTransaction(world.context.db, async (tx) =>
    reviewItem(tx, { itemId, version: await versionOf(itemId), reason: 'contact', message: '' }),
  )
const shown = async (owner: Person): Promise<string> => {
  const itemId = await draft(owner)
  expect(await owner.request('submitGalleryItem', { itemId })).toEqual({ type: 'success' })
  return itemId
}
const change = async (owner: Person, itemId: string) =>
  owner.request('saveGalleryItem', {
    ...{ itemId, title: '別の作品', price: 300, tags: [], appearsAt: null },
    imageIds: [await uploaded(owner)],
  })
const stateOf = async (itemId: string) =>
  (await world.database.sql`select state from gallery_item where id = ${itemId}`)[0]?.state

it('an item that was bought before operators refused it keeps its buyers and its content', async () => {
  const [owner, buyer] = [await world.broadcaster(), await world.caller()]
  const itemId = await shown(owner)
  await buy(buyer, itemId)
  await refuseItem(itemId)
  expect(await change(owner, itemId)).toMatchObject({ code: 'galleryNotEditable' })
  expect(await owner.request('withdrawGalleryItem', { itemId })).toEqual({
    type: 'success',
    state: 'withdrawn',
  })
  expect(await seen(buyer, itemId)).toMatchObject({ access: 'bought', isWithdrawn: true })
})

it('a purchase stays recorded when its points were returned and its broadcaster deletes the item', async () => {
  const [owner, buyer] = [await world.broadcaster(), await world.caller()]
  const itemId = await shown(owner)
  await buy(buyer, itemId)
  await refuseItem(itemId)
  await inTransaction(world.context.db, (tx) =>
    returnPurchase(world.context, tx, { itemId, memberId: buyer.id, isPaidByPlatform: false }),
  )
  expect(await owner.request('withdrawGalleryItem', { itemId })).toEqual({
    type: 'success',
    state: 'withdrawn',
  })
  expect(await world.database.sql`select from gallery_purchase where item_id = ${itemId}`).toHaveLength(1)
  expect(await stateOf(itemId)).toBe('withdrawn')
})

it('what somebody asks operators to take down can’t be deleted or exchanged before they decide', async () => {
  const [owner, member] = [await world.broadcaster(), await world.caller()]
  const itemId = await shown(owner)
  const [picture] = (await seen(owner, itemId)).files
  const claim = { reportId: randomUUID(), itemId, reason: 'age' as const, text: '' }
  expect(await member.request('reportGalleryItem', claim)).toEqual({ type: 'success' })
  await refuseItem(itemId)
  expect(await change(owner, itemId)).toMatchObject({ code: 'galleryNotEditable' })
  expect(await owner.request('withdrawGalleryItem', { itemId })).toEqual({
    type: 'success',
    state: 'withdrawn',
  })
  expect(await stateOf(itemId)).toBe('withdrawn')
  expect(
    await world.database.sql`select expires_at from image where id = ${picture?.imageId ?? ''}`,
  ).toMatchObject([{ expires_at: null }])

  const another = await shown(owner)
  await member.request('reportGalleryItem', { ...claim, reportId: randomUUID(), itemId: another })
  await refuseItem(another)
  await world.database.sql`update gallery_claim set closed_at = now() where item_id = ${another}`
  expect(await change(owner, another)).toEqual({ type: 'success' })
  expect(await owner.request('withdrawGalleryItem', { itemId: another })).toEqual({
    type: 'success',
    state: null,
  })
  // What is left says only that it was refused.
  const [left] = await world.database.sql`
    select state, title, refused_at is not null as was_refused,
      (select count(*)::int from gallery_file where item_id = i.id) as pictures
    from gallery_item i where id = ${another}`
  expect(left).toEqual({ state: 'withdrawn', title: '', was_refused: true, pictures: 0 })
  expect(await owner.request('getOwnGalleryItems', {})).toMatchObject({ items: [{ id: itemId }] })
  expect(await owner.request('getGalleryItem', { itemId: another })).toMatchObject({ code: 'notFound' })
  expect(await owner.request('submitGalleryItem', { itemId: another })).toMatchObject({
    code: 'galleryEmpty',
  })
})

it('a draft that was never refused is deleted whole', async () => {
  const owner = await world.broadcaster()
  const itemId = await draft(owner)
  expect(await owner.request('withdrawGalleryItem', { itemId })).toEqual({ type: 'success', state: null })
  expect(await stateOf(itemId)).toBeUndefined()
})

it('a broadcaster has 500 items at most, without those that ended', async () => {
  const owner = await world.broadcaster()
  const save = () =>
    owner.request('saveGalleryItem', {
      ...{ itemId: randomUUID(), title: '夜', price: 0, tags: [], imageIds: [], appearsAt: null },
    })
  await world.database.sql`
    insert into gallery_item (id, owner_id, kind, title, price, state)
    select gen_random_uuid(), ${owner.id}, 'image', '夜', 0, 'draft'
    from generate_series(1, ${galleryItemsMax}::int)`
  expect(await save()).toMatchObject({ code: 'galleryTooMany' })
  await world.database.sql`
    update gallery_item set state = 'withdrawn'
    where id = (select id from gallery_item where owner_id = ${owner.id} limit 1)`
  expect(await save()).toEqual({ type: 'success' })
  expect(await save()).toMatchObject({ code: 'galleryTooMany' })
})

it('a member saves 1,000 items at most', async () => {
  const [owner, member] = [await world.broadcaster(), await world.caller(0)]
  const [first, second] = [await shown(owner), await published(await world.broadcaster())]
  await world.database.sql`
    with others as (
      insert into gallery_item (id, owner_id, kind, title, price, state)
      select gen_random_uuid(), ${owner.id}, 'image', '夜', 0, 'withdrawn' from generate_series(1, 999) returning id)
    insert into gallery_favourite (member_id, item_id) select ${member.id}, id from others`
  expect(await member.request('addFavorite', { itemId: first })).toEqual({ type: 'success' })
  expect(await member.request('addFavorite', { itemId: second })).toMatchObject({
    code: 'galleryFavouritesFull',
  })
  await member.request('deleteFavorite', { itemId: first })
  expect(await member.request('addFavorite', { itemId: second })).toEqual({ type: 'success' })
})
