import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { codeOf, marketSteps } from './market-steps.ts'

let world: TestWorld
const { listed, bought } = marketSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const blocks = async (person: Person) => {
  const answer = await person.request('getBlocks', {})
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.people
}
const sees = async (person: Person, itemId: string) =>
  codeOf(await person.request('getFleaMarketItemDetail', { itemId }))

it('a caller blocks the seller of an item without learning who it is, both ways, and lifts the block', async () => {
  const [seller, reader] = [await world.caller(), await world.caller()]
  const [theirs, own] = [await listed(seller), await listed(reader)]
  expect(codeOf(await reader.request('addBlock', { partnerId: seller.id }))).toBe('notFound')
  for (const _twice of [1, 2]) await reader.request('blockFleaMarketPartner', { itemId: theirs })
  expect(await sees(reader, theirs)).toBe('notFound')
  expect(await sees(seller, own)).toBe('notFound')
  const people = await blocks(reader)
  expect(people).toMatchObject([{ id: null, name: seller.viewer.name }])
  expect(await blocks(seller)).toEqual([])

  const { blockId = '' } = people[0] ?? {}
  expect(codeOf(await seller.request('removeBlock', { blockId }))).toBe('notFound')
  expect(codeOf(await reader.request('removeBlock', { blockId }))).toBe('success')
  expect(await sees(reader, theirs)).toBe('success')
})

it('either side of a transaction blocks the other, and the transaction goes on', async () => {
  const [seller, buyer, stranger] = [await world.caller(), await world.caller(5_000), await world.caller()]
  const { transactionId } = await bought(buyer, seller)
  const block = async (person: Person) =>
    codeOf(await person.request('blockFleaMarketPartner', { transactionId }))
  expect(await block(stranger)).toBe('notFound')
  expect([await block(seller), await block(buyer)]).toEqual(['success', 'success'])
  expect(await blocks(seller)).toMatchObject([{ name: buyer.viewer.name }])
  const cancel = { transactionId, action: 'cancel' } as const
  expect(codeOf(await buyer.request('updateFleaMarketTransaction', cancel))).toBe('success')
})

it('nobody blocks by an own item, by a draft of another member, or by nothing', async () => {
  const [seller, reader] = [await world.caller(), await world.caller()]
  const block = async (person: Person, place: { itemId?: string }) =>
    codeOf(await person.request('blockFleaMarketPartner', place))
  expect(await block(seller, { itemId: await listed(seller) })).toBe('notFound')
  expect(await block(reader, { itemId: await listed(seller, { isDraft: true }) })).toBe('notFound')
  expect(await block(reader, {})).toBe('notFound')
})
