import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxShipping } from '#adapters/shipping/sandbox.ts'
import { autoReceiveMs, lostAfterMs, shipGraceMs } from '#domain/market/transaction.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { applyOwnEvent } from '#server/market/actions/apply-market-event.ts'
import { approveDispute, decideDispute } from '#server/market/actions/decide-dispute.ts'
import { wipeAddresses } from '#server/market/addresses.ts'
import { settleEscrow } from '#server/market/escrow.ts'
import { moveMarket } from '#server/market/jobs.ts'
import { deactivateAccount } from '#server/privacy/actions/deactivate-account.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { jpeg } from '../images/upload-steps.ts'
import { addressOf, codeOf, marketSteps } from './market-steps.ts'

const dayMs = 86_400_000
const lines: string[] = []
let world: TestWorld
let passedMs = 0
const { upload, listed, addressed, buy, bought, shipped, detail, funds, momentsOf } = marketSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld({ takeLine: (line) => void lines.push(line) })
  world.context.now = () => Date.now() + passedMs
  world.context.shipping = createSandboxShipping({ now: () => world.context.now() })
})
afterEach(async () => {
  passedMs = 0
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

/** Two that may trade: a caller and a broadcaster. */
const pair = async (points = 3_000): Promise<{ buyer: Person; seller: Person }> => ({
  buyer: await world.caller(points),
  seller: await world.broadcaster(),
})
const update = (
  person: Person,
  transactionId: string,
  action: 'receive' | 'cancel' | 'dispute' | 'acceptReturn' | 'confirmReturn',
) => person.request('updateFleaMarketTransaction', { transactionId, action })
const itemsFor = async (person: Person, more: object = {}): Promise<string[]> => {
  const answer = await person.request('getFleaMarketItems', { limit: 60, ...more })
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.items.map(({ itemId }) => itemId)
}

describe('a purchase', () => {
  it('sets the points aside, and goes step by step to the seller, each step once', async () => {
    const { buyer, seller } = await pair()
    const { itemId, transactionId } = await shipped(buyer, seller)
    expect(await funds(buyer)).toEqual({ wallet: 2_000, proceeds: 0 })
    passedMs = 200_000
    await moveMarket(world.context)
    await moveMarket(world.context)
    expect(await detail(buyer, transactionId)).toMatchObject({
      phase: 'delivered',
      actions: ['receive', 'dispute'],
      shipment: { tracking: 'delivered', labelCode: null },
    })
    await Promise.all(Array.from({ length: 8 }, () => update(buyer, transactionId, 'receive')))
    expect(await detail(seller, transactionId)).toMatchObject({
      settled: { buyerPoints: 0, sellerPoints: 900 },
    })
    for (const [side, text] of [
      [buyer, 'すぐ届きました'],
      [seller, 'ありがとうございました'],
    ] as const)
      await side.request('reviewFleaMarketTransaction', { transactionId, isGood: true, text })
    expect((await detail(buyer, transactionId)).steps.map(({ moment }) => moment)).toEqual([
      'bought',
      'labelled',
      'shipped',
      'delivered',
      'received',
      'reviewed',
      'reviewed',
    ])
    expect([await funds(buyer), await funds(seller)]).toEqual([
      { wallet: 2_000, proceeds: 0 },
      { wallet: 0, proceeds: 900 },
    ])
    expect(await momentsOf(buyer)).toEqual(['shipped', 'delivered', 'reviewed'])
    expect(await momentsOf(seller)).toEqual(['bought', 'delivered', 'received', 'reviewed'])
    expect(await buyer.request('getFleaMarketItemDetail', { itemId })).toMatchObject({
      item: { seller: { good: 1 } },
    })
  })

  it('by 64 buyers at once gives it to one; the others keep their points', async () => {
    const seller = await world.broadcaster()
    const itemId = await listed(seller)
    const buyers = await Promise.all(Array.from({ length: 64 }, () => world.caller(1_000)))
    for (const buyer of buyers) await addressed(buyer)
    const codes = (await Promise.all(buyers.map((buyer) => buy(buyer, itemId)))).map(({ answer }) =>
      codeOf(answer),
    )
    expect(codes.filter((code) => code === 'success')).toHaveLength(1)
    expect(codes.filter((code) => code === 'marketItemGone')).toHaveLength(63)
    const wallets = await Promise.all(buyers.map(async (buyer) => (await funds(buyer)).wallet))
    expect(wallets.filter((wallet) => wallet === 1_000)).toHaveLength(63)
    expect(wallets.filter((wallet) => wallet === 0)).toHaveLength(1)
  }, 60_000)

  it('is made with proceeds first, which come back where they came from', async () => {
    const { buyer: first, seller } = await pair()
    const { transactionId } = await shipped(first, seller)
    await update(first, transactionId, 'receive')
    // The seller has 900 of proceeds and an empty wallet.
    const third = await world.broadcaster()
    const tooDear = await listed(third)
    await addressed(seller)
    expect(codeOf((await buy(seller, tooDear)).answer)).toBe('insufficientPoints')
    const second = await bought(seller, third, { points: 800 })
    expect(await funds(seller)).toEqual({ wallet: 0, proceeds: 100 })
    await update(third, second.transactionId, 'cancel')
    expect(await funds(seller)).toEqual({ wallet: 0, proceeds: 900 })
    const again = await shipped(seller, third, { points: 900 })
    await update(seller, again.transactionId, 'receive')
    expect([await funds(seller), await funds(third)]).toMatchObject([{ proceeds: 0 }, { proceeds: 810 }])
    // Never a broadcaster's earnings, which are paid out.
    expect(await third.request('getMyWallet', {})).toMatchObject({ earnings: { point: 0 } })
  })

  it('is the same when it is sent again, at the seen price alone, and needs an address', async () => {
    const { buyer, seller } = await pair()
    const itemId = await listed(seller)
    const transactionId = randomUUID()
    const wanted = { transactionId, itemId, points: 1_000, version: 1 }
    expect(codeOf(await buyer.request('createFleaMarketTransaction', wanted))).toBe('marketAddressMissing')
    await addressed(buyer)
    expect(codeOf(await buyer.request('createFleaMarketTransaction', { ...wanted, points: 10 }))).toBe(
      'marketPriceChanged',
    )
    for (const _ of [1, 2])
      expect(codeOf(await buyer.request('createFleaMarketTransaction', wanted))).toBe('success')
    expect(await funds(buyer)).toMatchObject({ wallet: 2_000 })
    const stranger = await world.caller()
    await addressed(stranger)
    expect(codeOf(await stranger.request('createFleaMarketTransaction', wanted))).toBe('idempotencyMismatch')
  })

  it('is refused to the seller and to who shares a device, a phone or a bank account with the seller', async () => {
    const { sql } = world.database
    const { buyer, seller } = await pair()
    const itemId = await listed(seller)
    await addressed(seller)
    expect(codeOf((await buy(seller, itemId)).answer)).toBe('marketSelf')
    await addressed(buyer)
    const ids = [buyer.id, seller.id]
    await sql`update member set device_key = 'one' where id = any (${ids})`
    expect(codeOf((await buy(buyer, itemId)).answer)).toBe('marketSelf')
    await sql`update member set device_key = null, phone_keys = array['p'] where id = any (${ids})`
    expect(codeOf((await buy(buyer, itemId)).answer)).toBe('marketSelf')
    await sql`update member set phone_keys = '{}' where id = any (${ids})`
    for (const id of ids)
      await sql`insert into payout_account (member_id, encrypted, identity_key, changed_at) values (${id}, '\\x00', 'bank', now())`
    expect(codeOf((await buy(buyer, itemId)).answer)).toBe('marketSelf')
    await sql`delete from payout_account where member_id = ${buyer.id}`
    expect(codeOf((await buy(buyer, itemId)).answer)).toBe('success')
  })

  it('costs one buyer the offered price, once the seller has accepted or countered it', async () => {
    const { buyer, seller } = await pair()
    const other = await world.caller()
    const itemId = await listed(seller)
    const offerId = randomUUID()
    for (const person of [buyer, other]) await addressed(person)
    expect(codeOf(await buyer.request('offerFleaMarketPrice', { itemId, offerId, points: 499 }))).toBe(
      'marketOfferWrong',
    )
    await buyer.request('offerFleaMarketPrice', { itemId, offerId, points: 600 })
    await seller.request('answerFleaMarketOffer', { offerId, answer: 'counter', points: 800 })
    expect(codeOf((await buy(buyer, itemId, 800)).answer)).toBe('marketPriceChanged')
    await buyer.request('answerFleaMarketOffer', { offerId, answer: 'accept', points: 800 })
    expect(codeOf((await buy(other, itemId, 800)).answer)).toBe('marketPriceChanged')
    passedMs = dayMs + 1_000
    expect(codeOf((await buy(buyer, itemId, 800)).answer)).toBe('marketPriceChanged')
    passedMs = 0
    expect(codeOf((await buy(buyer, itemId, 800)).answer)).toBe('success')
    expect([await momentsOf(buyer), await momentsOf(seller)]).toEqual([
      ['countered'],
      ['offered', 'offerAccepted', 'bought'],
    ])
  })
})

describe('the clock', () => {
  it('completes a delivered purchase after eight days', async () => {
    const { buyer, seller } = await pair()
    const { transactionId } = await shipped(buyer, seller)
    passedMs = 200_000
    await moveMarket(world.context)
    passedMs += autoReceiveMs - 60_000
    await moveMarket(world.context)
    expect(await detail(buyer, transactionId)).toMatchObject({ phase: 'delivered' })
    passedMs += 120_000
    await Promise.all([moveMarket(world.context), moveMarket(world.context)])
    expect(await detail(buyer, transactionId)).toMatchObject({
      phase: 'received',
      settled: { sellerPoints: 900 },
    })
    expect((await momentsOf(seller)).filter((moment) => moment === 'autoReceived')).toHaveLength(1)
  })

  it('returns the points for what is not shipped, and freezes those of a lost parcel', async () => {
    const { buyer, seller } = await pair()
    const unshipped = await bought(buyer, seller)
    const lost = await shipped(buyer, seller)
    const { shipping } = world.context
    world.context.shipping = { ...shipping, track: async () => null }
    passedMs = 2 * dayMs + shipGraceMs + 60_000
    await moveMarket(world.context)
    expect(await detail(buyer, unshipped.transactionId)).toMatchObject({ phase: 'cancelled' })
    expect(await funds(buyer)).toMatchObject({ wallet: 2_000 })
    passedMs = lostAfterMs + 60_000
    await moveMarket(world.context)
    world.context.shipping = shipping
    expect(await detail(buyer, lost.transactionId)).toMatchObject({ phase: 'disputed', settled: null })
    expect(await funds(buyer)).toMatchObject({ wallet: 2_000 })
    // What was cancelled can be sold again.
    expect(await seller.request('getMyFleaMarketItems', {})).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ itemId: unshipped.itemId, state: 'withdrawn' }),
      ]),
    })
  })

  it('deletes addresses 30 days after the end, those of parcels and the own one', async () => {
    const { buyer, seller } = await pair()
    const { transactionId } = await shipped(buyer, seller)
    const stored = async () => {
      const { sql } = world.database
      const parcels = await sql`select from market_parcel_address where transaction_id = ${transactionId}`
      const own = await sql`select from market_address where member_id = any (${[buyer.id, seller.id]})`
      return [parcels.length, own.length]
    }
    passedMs = 40 * dayMs
    await wipeAddresses(world.context)
    expect(await stored()).toEqual([2, 2])
    await update(buyer, transactionId, 'receive')
    passedMs = 69 * dayMs
    await wipeAddresses(world.context)
    expect(await stored()).toEqual([2, 2])
    passedMs = 71 * dayMs
    await wipeAddresses(world.context)
    expect(await stored()).toEqual([0, 0])
  })
})

describe('a dispute', () => {
  const disputed = async (points = 1_000) => {
    const sides = await pair(10_000)
    const { transactionId } = await shipped(sides.buyer, sides.seller, { points })
    await update(sides.buyer, transactionId, 'dispute')
    return { ...sides, transactionId }
  }
  const operatorId = async (): Promise<number> => {
    const [row] = await world.database.sql`
      insert into operator (mail, password_hash) values (${`${randomUUID()}@example.jp`}, 'x') returning id`
    return row?.id
  }
  const decide = (transactionId: string, sellerPoints: number, by: number) =>
    inTransaction(world.context.db, (tx) =>
      decideDispute(world.context, tx, { transactionId, sellerPoints, reason: '傷があるため' }, by),
    )
  const approve = (transactionId: string, sellerPoints: number, by: number) =>
    inTransaction(world.context.db, (tx) =>
      approveDispute(world.context, tx, { transactionId, sellerPoints }, by),
    )

  it('freezes the points, takes texts and pictures of both sides, and is split by an operator', async () => {
    const { buyer, seller, transactionId } = await disputed()
    const { imageId = '' } = await upload(buyer, await jpeg())
    const entry = { transactionId, entryId: randomUUID(), text: 'ふちが欠けています。', imageIds: [imageId] }
    for (const _ of [1, 2])
      expect(codeOf(await buyer.request('addFleaMarketDisputeText', entry))).toBe('success')
    await seller.request('addFleaMarketDisputeText', {
      transactionId,
      entryId: randomUUID(),
      text: '確認します。',
      imageIds: [],
    })
    const seen = async ({ cookie }: Person) =>
      (await world.request(`/api/img/api=get-img&id=${imageId}&kind=6&size=480`, { headers: { cookie } }))
        .status
    expect([await seen(seller), await seen(await world.caller(0))]).toEqual([200, 404])
    expect((await detail(seller, transactionId)).disputeEntries.map(({ author }) => author)).toEqual([
      'buyer',
      'seller',
    ])
    passedMs = 100 * dayMs
    await moveMarket(world.context)
    await applyOwnEvent(world.context, transactionId, { type: 'deliver' })
    expect(await detail(buyer, transactionId)).toMatchObject({ phase: 'disputed' })
    const operator = await operatorId()
    expect(await decide(transactionId, 1_001, operator)).toEqual({ refused: 'marketSplitWrong' })
    expect(await decide(transactionId, 400, operator)).toEqual({ isWaiting: false })
    expect(await decide(transactionId, 400, operator)).toEqual({ refused: 'marketStepWrong' })
    expect([await funds(buyer), await funds(seller)]).toMatchObject([{ wallet: 9_600 }, { proceeds: 360 }])
  })

  it('above the limit needs a second operator, who carries out what was seen', async () => {
    const { buyer, transactionId } = await disputed(6_000)
    const [one, two] = [await operatorId(), await operatorId()]
    // The limit of the purchase stays when the setting is raised afterwards.
    await world.database.sql`update market_setting set two_operators_above = 1000000`
    expect(await decide(transactionId, 0, one)).toEqual({ isWaiting: true })
    await world.database.sql`update market_setting set two_operators_above = 5000`
    expect(await funds(buyer)).toMatchObject({ wallet: 4_000 })
    expect(await approve(transactionId, 0, one)).toEqual({ refused: 'marketDecisionNeedsAnother' })
    expect(await approve(transactionId, 10, two)).toEqual({ refused: 'marketStepWrong' })
    expect(await approve(transactionId, 0, two)).toBeNull()
    expect(await funds(buyer)).toMatchObject({ wallet: 10_000 })
  })

  it('ends with a return that the seller agrees to and confirms', async () => {
    const { buyer, seller, transactionId } = await disputed()
    expect(codeOf(await update(buyer, transactionId, 'acceptReturn'))).toBe('marketStepWrong')
    await update(seller, transactionId, 'acceptReturn')
    await update(seller, transactionId, 'confirmReturn')
    expect(await funds(buyer)).toMatchObject({ wallet: 10_000 })
    expect((await momentsOf(buyer)).slice(-2)).toEqual(['returning', 'returned'])
  })
})

it('an escrow ends once: another end of it is refused, and nothing moves', async () => {
  const { buyer, seller } = await pair()
  const { transactionId } = await bought(buyer, seller)
  await update(seller, transactionId, 'cancel')
  await expect(
    inTransaction(world.context.db, (tx) =>
      settleEscrow(tx, transactionId, { sellerPoints: 1_000, feePoints: 0 }),
    ),
  ).rejects.toThrow('mismatch')
  expect(await funds(buyer)).toMatchObject({ wallet: 3_000 })
})

it('a seller who leaves gives the buyer the points back, and the items are gone', async () => {
  const { buyer, seller } = await pair()
  const { transactionId } = await bought(buyer, seller)
  const itemId = await listed(seller)
  await deactivateAccount(world.context, seller.id, { reason: 'other', leavesEarnings: true })
  expect(await detail(buyer, transactionId)).toMatchObject({ phase: 'cancelled' })
  expect(await funds(buyer)).toMatchObject({ wallet: 3_000 })
  expect(await itemsFor(buyer)).not.toContain(itemId)
})

it('an address is in no answer to the other side, in no row as text and in no line of the log', async () => {
  const { buyer, seller } = await pair()
  const mark = '秘密の館'
  await buyer.request('registerFleaMarketAddress', addressOf(mark))
  await seller.request('registerFleaMarketAddress', addressOf(mark))
  const itemId = await listed(seller)
  const { transactionId } = await buy(buyer, itemId)
  lines.length = 0
  const answers: unknown[] = [
    await seller.request('updateFleaMarketShipmentStatus', {
      transactionId,
      status: 'label',
      carrier: 'post',
    }),
    await seller.request('updateFleaMarketShipmentStatus', { transactionId, status: 'shipped' }),
  ]
  for (const person of [buyer, seller])
    answers.push(
      await person.request('getFleaMarketTransactionDetail', { transactionId }),
      await person.request('getFleaMarketShipmentDetail', { transactionId }),
      await person.request('getFleaMarketTransactions', {}),
      await person.request('getFleaMarketItemDetail', { itemId }),
      await person.request('getNotifications', {}),
    )
  expect((await detail(seller, transactionId)).shipment.labelCode).toMatch(/^KP-\d{4}-\d{4}-\d{4}$/)
  const rows = await world.database.sql`
    select encode(encrypted, 'escape') as text from market_address union all
    select encode(encrypted, 'escape') from market_parcel_address`
  const everything = JSON.stringify([answers, rows]) + lines.join('\n')
  for (const secret of [mark, '09012345678', '090-1234', '1500001', '神宮前'])
    expect(everything).not.toContain(secret)
  expect(await buyer.request('getFleaMarketAddress', {})).toMatchObject({
    address: { postalCode: '1500001' },
  })
})
