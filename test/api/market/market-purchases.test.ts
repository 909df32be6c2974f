import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { moveMarket } from '#server/market/jobs.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { codeOf, marketSteps, wantedItem } from './market-steps.ts'

let world: TestWorld
const { listed, addressed, buy, bought, detail } = marketSteps(() => world)
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
  await buyer.ask('offerFleaMarketPrice', { itemId, offerId, points: 600 })
  await seller.ask('answerFleaMarketOffer', { offerId, answer: 'accept', points: 600 })
  const seen = await buyer.ask('getFleaMarketItemDetail', { itemId })
  if (seen.type === 'error') throw new Error(seen.code)
  const { imageIds, version } = seen.item
  await seller.ask('saveFleaMarketItem', { ...wantedItem(imageIds, { postage: 'buyer' }), itemId })
  expect(codeOf((await buy(buyer, itemId, 600, version)).answer)).toBe('marketPriceChanged')
  expect(codeOf((await buy(buyer, itemId, 1_000, version)).answer)).toBe('marketItemChanged')
  expect(codeOf((await buy(buyer, itemId, 1_000, version + 1)).answer)).toBe('success')
})

it('a purchase succeeds for every one of the same requests at once', async () => {
  const { buyer, seller } = await pair()
  await addressed(buyer)
  const wanted = { transactionId: randomUUID(), itemId: await listed(seller), points: 1_000, version: 1 }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => buyer.ask('createFleaMarketTransaction', wanted)),
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
