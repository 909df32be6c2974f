import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { deleteExpiredImages } from '#server/images/jobs.ts'
import { applyToLocked } from '#server/market/actions/apply-market-event.ts'
import { eraseEndedTrades } from '#server/market/erase-ended-trades.ts'
import { moveMarket } from '#server/market/jobs.ts'
import { lockTransaction } from '#server/market/transaction-record.ts'
import { deactivateAccount } from '#server/privacy/actions/deactivate-account.ts'
import { eraseMember } from '#server/privacy/erase-members.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { jpeg } from '../images/upload-steps.ts'
import { codeOf, marketSteps, wantedItem } from './market-steps.ts'

const dayMs = 86_400_000
let world: TestWorld
const { upload, listed, addressed, buy, bought, shipped, detail, funds } = marketSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

const pair = async (): Promise<{ buyer: Person; seller: Person }> => ({
  buyer: await world.caller(3_000),
  seller: await world.broadcaster(),
})

it('a purchase is of the item that was seen: a change at the same price refuses, and ends what was offered', async () => {
  const { buyer, seller } = await pair()
  await addressed(buyer)
  const itemId = await listed(seller)
  const offerId = randomUUID()
  await buyer.request('offerFleaMarketPrice', { itemId, offerId, points: 600 })
  await seller.request('answerFleaMarketOffer', { offerId, answer: 'accept', points: 600 })
  const seen = await buyer.request('getFleaMarketItemDetail', { itemId })
  if (seen.type === 'error') throw new Error(seen.code)
  const { imageIds, version } = seen.item
  await seller.request('saveFleaMarketItem', { ...wantedItem(imageIds, { postage: 'buyer' }), itemId })
  expect(codeOf((await buy(buyer, itemId, 600, version)).answer)).toBe('marketPriceChanged')
  expect(codeOf((await buy(buyer, itemId, 1_000, version)).answer)).toBe('marketItemChanged')
  expect(codeOf((await buy(buyer, itemId, 1_000, version + 1)).answer)).toBe('success')
})

it('a purchase succeeds for every one of the same requests at once', async () => {
  const { buyer, seller } = await pair()
  await addressed(buyer)
  const wanted = { transactionId: randomUUID(), itemId: await listed(seller), points: 1_000, version: 1 }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => buyer.request('createFleaMarketTransaction', wanted)),
  )
  expect(answers.map(codeOf)).toEqual(Array.from({ length: 6 }, () => 'success'))
})

it('a purchase is undone when its seller left meanwhile', async () => {
  const { buyer, seller } = await pair()
  const { transactionId } = await bought(buyer, seller)
  await world.database.sql`
    update member set role = 'closed', quit_at = now(), name = '退会したユーザー', avatar_id = null
    where id = ${seller.id}`
  await moveMarket(world.context)
  expect(await detail(buyer, transactionId)).toMatchObject({ phase: 'cancelled' })
})

/** Resolves when another transaction waits for a lock. */
const waiting = () =>
  expect
    .poll(
      () =>
        world.database.sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      { timeout: 10_000 },
    )
    .toHaveLength(1)

it.each([
  ['a step of a sale, which locks it and then the proceeds', 'transaction', 'proceeds'],
  ['a payment, which locks a wallet and then the proceeds', 'wallet', 'proceeds'],
  ['a purchase, which locks an item and then a wallet', 'item', 'wallet'],
] as const)('a seller with several sales leaves beside %s', async (_what, first, then) => {
  const { buyer: one, seller } = await pair()
  const { buyer: other } = await pair()
  const sales = [await bought(one, seller), await bought(other, seller)]
  const onSale = await listed(seller)
  // The sale that is settled last.
  const [, last] = sales.map(({ transactionId }) => transactionId).sort()
  const buyer = last === sales[0]?.transactionId ? one : other
  await world.database.sql`select account_of('proceeds', ${seller.id})`
  let leaves: Promise<unknown> = Promise.resolve()
  await world.database.sql.begin(async (tx) => {
    const lock = {
      transaction: () => tx`select 1 from market_transaction where id = ${last ?? ''} for update`,
      item: () => tx`select 1 from market_item where id = ${onSale} for update`,
      wallet: () => tx`select lock_accounts(array[account_of('wallet', ${buyer.id})])`,
      proceeds: () => tx`select lock_accounts(array[account_of('proceeds', ${seller.id})])`,
    }
    await lock[first]()
    leaves = deactivateAccount(world.context, seller.id, { reason: 'other', leavesEarnings: true })
    await waiting()
    await lock[then]()
  })
  expect(await leaves).toMatchObject({ cancelUntilMs: expect.any(Number) })
  for (const person of [one, other]) expect(await funds(person)).toMatchObject({ wallet: 3_000 })
})

it('the evidence of a dispute outlives the erasure of who gave it, until the dispute has ended', async () => {
  const { buyer, seller } = await pair()
  const { transactionId } = await shipped(buyer, seller)
  const other = await shipped(buyer, seller)
  const update = (who: Person, id: string, action: 'dispute' | 'acceptReturn') =>
    who.request('updateFleaMarketTransaction', { transactionId: id, action })
  const spoken = async (who: Person, id: string) => {
    const { imageId = '' } = await upload(who, await jpeg())
    const entry = { transactionId: id, entryId: randomUUID(), text: 'ふちが欠けています。' }
    expect(codeOf(await who.request('addFleaMarketDisputeText', { ...entry, imageIds: [imageId] }))).toBe(
      'success',
    )
    return imageId
  }
  for (const id of [transactionId, other.transactionId]) await update(buyer, id, 'dispute')
  const [shown, shownByOther] = [
    await spoken(buyer, transactionId),
    await spoken(seller, other.transactionId),
  ]
  const listedId = (await detail(buyer, transactionId)).imageId ?? ''
  await deactivateAccount(world.context, seller.id, { reason: 'other', leavesEarnings: true })
  await deactivateAccount(world.context, buyer.id, { reason: 'other', leavesEarnings: true })
  await world.database.sql`
    update member set quit_at = now() - interval '31 days' where id = any(${[buyer.id, seller.id]})`
  for (const { id } of [buyer, seller]) expect(await eraseMember(world.context, id)).toBe(true)
  const left = async () => {
    await eraseEndedTrades(world.context)
    await deleteExpiredImages(world.context, async () => false)
    const rows = await world.database.sql<{ id: string }[]>`
      select id from image where id = any(${[shown, shownByOther, listedId]})`
    return rows.map(({ id }) => id).sort()
  }
  expect(await left()).toEqual([shown, shownByOther, listedId].sort())
  const noticesOf = async (id: string) =>
    world.database.sql`
      select e.text, e.image_ids as images, i.title from market_transaction t
      join market_item i on i.id = t.item_id join market_dispute_entry e on e.transaction_id = t.id where t.id = ${id}`
  expect(await noticesOf(transactionId)).toEqual([
    { text: 'ふちが欠けています。', images: [shown], title: '青いマグカップ' },
  ])
  await inTransaction(world.context.db, async (tx) => {
    const transaction = await lockTransaction(tx, transactionId)
    if (transaction) await applyToLocked(world.context, tx, transaction, { type: 'decide', sellerPoints: 0 })
  })
  expect(await left()).toEqual([shownByOther])
  expect(await noticesOf(transactionId)).toEqual([{ text: '', images: [], title: '退会したユーザー' }])
  expect(await eraseEndedTrades(world.context)).toEqual({ erased: 0 })
})

it('an item that came back by a return can be sold again', async () => {
  const { buyer, seller } = await pair()
  const { itemId, transactionId } = await shipped(buyer, seller)
  for (const [person, action] of [
    [buyer, 'dispute'],
    [seller, 'acceptReturn'],
    [seller, 'confirmReturn'],
  ] as const)
    expect(codeOf(await person.request('updateFleaMarketTransaction', { transactionId, action }))).toBe(
      'success',
    )
  expect(await seller.request('getMyFleaMarketItems', {})).toMatchObject({
    items: [{ itemId, state: 'withdrawn' }],
  })
  const seen = await seller.request('getFleaMarketItemDetail', { itemId })
  if (seen.type === 'error') throw new Error(seen.code)
  const again = { ...wantedItem(seen.item.imageIds), itemId }
  expect(codeOf(await seller.request('saveFleaMarketItem', again))).toBe('success')
  const { buyer: second } = await pair()
  await addressed(second)
  expect(codeOf((await buy(second, itemId, 1_000, seen.item.version + 1)).answer)).toBe('success')
  expect([await funds(buyer), await funds(second)]).toMatchObject([{ wallet: 3_000 }, { wallet: 2_000 }])
})

it('a purchase that its buyer cancels can’t be repeated for a day, so that nobody keeps an item off sale', async () => {
  const { buyer, seller } = await pair()
  const cancel = (person: Person, transactionId: string) =>
    person.request('updateFleaMarketTransaction', { transactionId, action: 'cancel' })
  const { itemId, transactionId } = await bought(buyer, seller)
  await cancel(buyer, transactionId)
  const relist = () =>
    world.database.db.updateTable('market_item').set({ state: 'onSale' }).where('id', '=', itemId).execute()
  await relist()
  expect(codeOf((await buy(buyer, itemId)).answer)).toBe('marketCancelledBefore')
  // Another item of the seller, once; and anybody else buys this one.
  const other = await bought(buyer, seller)
  await cancel(buyer, other.transactionId)
  expect(codeOf((await buy(buyer, await listed(seller))).answer)).toBe('marketCancelledBefore')
  const { buyer: second } = await pair()
  await addressed(second)
  const theirs = await buy(second, itemId)
  expect(codeOf(theirs.answer)).toBe('success')
  // A cancellation by the seller holds against nobody.
  await cancel(seller, theirs.transactionId)
  await relist()
  expect(codeOf((await buy(second, itemId)).answer)).toBe('success')
  expect(await funds(buyer)).toMatchObject({ wallet: 3_000 })
  world.context.now = () => Date.now() + dayMs + 1
  expect(codeOf((await buy(buyer, await listed(seller))).answer)).toBe('success')
})
