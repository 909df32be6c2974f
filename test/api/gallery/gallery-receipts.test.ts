import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { GalleryReceipt, SignedReceipt } from '#contract/receipts/receipts.ts'
import type { CanonicalValue } from '#domain/receipts/canonical-json.ts'
import { payloadOf, readSignedText, writeSignedText } from '#domain/receipts/receipt-text.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { removeItem } from '#server/gallery/actions/remove-item.ts'
import { returnPurchase } from '#server/gallery/actions/return-purchase.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { verifyReceipt } from '#server/receipts/verify.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { operatorCookie } from '../operators/operator-cookie.ts'
import { gallerySteps } from './gallery-steps.ts'

let world: TestWorld
const { uploaded, published, seen } = gallerySteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => expect(await checkLedger(world.context.db)).toEqual([]))
afterAll(() => world.close())

const receiptOf = async (
  person: Person,
  receiptId: number,
): Promise<{ receipt: GalleryReceipt; signed: string }> => {
  const answer = await person.request('getGalleryReceipt', { receiptId })
  if (answer.type === 'error') throw new Error(answer.code)
  return answer
}
const bodyOf = (signed: string): SignedReceipt => readSignedText(signed)?.body as SignedReceipt
const verifyAsVisitor = (text: string) => verifyReceipt(world.context, text, undefined)

const bought = async (buyer: Person, itemId: string): Promise<number> => {
  expect(await buyer.request('purchaseImage', { itemId, points: 300 })).toMatchObject({ type: 'success' })
  return (await seen(buyer, itemId)).purchase?.receiptId ?? 0
}

it('a purchase has a receipt, which its history, the broadcaster’s earnings and the item know by one id', async () => {
  const [owner, buyer] = [await world.broadcaster(), await world.caller(1_000)]
  const itemId = await published(owner)
  const receiptId = await bought(buyer, itemId)
  expect((await receiptOf(buyer, receiptId)).receipt).toMatchObject({
    ...{ receiptId, itemId, kind: 'image', title: '港の夜', owner: { id: owner.id } },
    ...{ points: 300, lots: [{ kind: 'paid', points: 300 }], returned: null },
  })
  expect(await buyer.request('getPointHistory', {})).toMatchObject({
    movements: [
      { purpose: 'gallery', points: -300, galleryReceiptId: receiptId },
      { galleryReceiptId: null },
    ],
  })
  expect(await owner.request('getEarningLines', {})).toMatchObject({
    lines: [{ id: receiptId, purpose: 'gallery', earned: 120 }],
  })
})

it('its receipt is verified by anybody, and leads neither to the item nor to a person', async () => {
  const [owner, buyer] = [await world.broadcaster(), await world.caller(1_000)]
  const itemId = await published(owner)
  const { receipt, signed } = await receiptOf(buyer, await bought(buyer, itemId))
  const body = bodyOf(signed)
  expect(body).toMatchObject({
    kind: 'gallery',
    id: String(receipt.receiptId),
    checkpoints: [{ hash: null }],
  })
  expect(body.fields).toEqual({
    ...{ itemKind: 'image', boughtAt: receipt.boughtAt, points: 300, paidPoints: 300, freePoints: 0 },
    ...{ returnedPoints: 0 },
  })
  for (const hidden of [itemId, owner.id, buyer.id, '港の夜'])
    expect(JSON.stringify(body)).not.toContain(hidden)
  expect(await verifyAsVisitor(signed)).toMatchObject({
    verdict: 'genuine',
    comparison: { isOnRecord: true, differences: [], checkpoint: 'pending' },
  })
})

it('a changed receipt is found out, and tells nobody but its holder what is on record', async () => {
  const [owner, buyer] = [await world.broadcaster(), await world.caller(1_000)]
  const { signed } = await receiptOf(buyer, await bought(buyer, await published(owner)))
  const body = structuredClone(bodyOf(signed))
  Object.assign(body.fields, { points: 3_000 })
  const signature = readSignedText(signed)?.signature ?? new Uint8Array()
  const text = writeSignedText(payloadOf(body as CanonicalValue), signature)
  expect(await verifyAsVisitor(text)).toEqual({ type: 'success', verdict: 'altered', comparison: null })
  expect(await owner.request('verifyReceipt', { text })).toMatchObject({
    verdict: 'altered',
    comparison: null,
  })
  expect(await buyer.request('verifyReceipt', { text })).toMatchObject({
    comparison: { differences: [{ field: 'points', receipt: 3_000, record: 300 }] },
  })
  const made = { ...body, id: '1e3' }
  expect(
    await buyer.request('verifyReceipt', {
      text: writeSignedText(payloadOf(made as CanonicalValue), signature),
    }),
  ).toMatchObject({ verdict: 'altered', comparison: null })
})

it('only the buyer reads it', async () => {
  const [owner, buyer] = [await world.broadcaster(), await world.caller(1_000)]
  const other = await world.caller(1_000)
  const itemId = await published(owner)
  const receiptId = await bought(buyer, itemId)
  await bought(other, itemId)
  for (const person of [owner, other])
    expect(await person.request('getGalleryReceipt', { receiptId })).toMatchObject({ code: 'notFound' })
  expect(await buyer.request('getGalleryReceipt', { receiptId: 999_999 })).toMatchObject({ code: 'notFound' })
  expect(await buyer.request('getGalleryReceipt', { receiptId: 0 })).toMatchObject({ code: 'badInput' })
  const [grant] = await world.database.sql`
    select id from transfer where purpose not in ('gallery', 'galleryRequest') limit 1`
  expect(await buyer.request('getGalleryReceipt', { receiptId: grant?.id })).toMatchObject({
    code: 'notFound',
  })
})

it('what was returned stands on it, and an older one shows the difference', async () => {
  const [owner, buyer] = [await world.broadcaster(), await world.caller(1_000)]
  const itemId = await published(owner)
  const receiptId = await bought(buyer, itemId)
  const before = await receiptOf(buyer, receiptId)
  await inTransaction(world.context.db, (tx) =>
    returnPurchase(world.context, tx, { itemId, memberId: buyer.id, isPaidByPlatform: true }),
  )
  const after = await receiptOf(buyer, receiptId)
  expect(after.receipt).toMatchObject({
    itemId: null,
    title: '港の夜',
    points: 300,
    returned: { points: 300 },
  })
  expect(bodyOf(after.signed).fields).toMatchObject({ points: 300, returnedPoints: 300 })
  const { verdict, comparison } = await verifyAsVisitor(before.signed)
  expect(verdict).toBe('genuine')
  expect(comparison?.differences).toContainEqual({ field: 'returnedPoints', receipt: 0, record: 300 })
})

it('of an item that was taken down it has no title any more', async () => {
  const [owner, buyer] = [await world.broadcaster(), await world.caller(1_000)]
  const itemId = await published(owner)
  const receiptId = await bought(buyer, itemId)
  const removal = { itemId, reason: 'consent' as const, note: '本人の申し出', isReturned: false }
  await operatorCookie(world)
  const { id } = await world.context.db.selectFrom('operator').select('id').executeTakeFirstOrThrow()
  await inTransaction(world.context.db, (tx) => removeItem(world.context, tx, removal, id))
  const { receipt } = await receiptOf(buyer, receiptId)
  expect(receipt).toMatchObject({ itemId: null, title: null, points: 300, returned: null })
})

it('delivered pictures have one as well', async () => {
  const [caller, broadcaster] = [await world.caller(1_000), await world.broadcaster()]
  const requestId = randomUUID()
  await caller.request('sendImageRequest', {
    ...{ requestId, partnerId: broadcaster.id, wish: '夜の海', points: 500 },
  })
  const imageIds = [await uploaded(broadcaster)]
  const delivered = await broadcaster.request('deliverImageRequest', { requestId, imageIds })
  const itemId = (delivered.type === 'success' && delivered.request.itemId) || ''
  const receiptId = (await seen(caller, itemId)).purchase?.receiptId ?? 0
  expect((await receiptOf(caller, receiptId)).receipt).toMatchObject({ itemId, kind: 'image', points: 500 })
  expect(await caller.request('getPointHistory', {})).toMatchObject({
    movements: [{ purpose: 'galleryRequest', galleryReceiptId: receiptId }, {}],
  })
  expect(await broadcaster.request('getEarningLines', {})).toMatchObject({ lines: [{ id: receiptId }] })
})
