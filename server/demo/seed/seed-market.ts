import { createHash } from 'node:crypto'
import { sandboxCode } from '#adapters/shipping/sandbox.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import { boughtTransaction, type TransactionEvent, transactionStep } from '#domain/market/transaction.ts'
import { foldSearchText } from '#domain/people/search-text.ts'
import { type SeedItem, seedItems, seedTrades } from '#seed/market/items.ts'
import { itemPicture } from '#seed/market/pictures.ts'
import { broadcasters } from '#seed/people.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { imageKinds } from '#server/images/image-request.ts'
import { originalKey } from '#server/images/variants.ts'
import { copyToParcel } from '#server/market/addresses.ts'
import { holdEscrow, settleEscrow } from '#server/market/escrow.ts'
import { addStep, insertTransaction, saveTransaction } from '#server/market/transaction-record.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import { seedId } from './seed-id.ts'

const hourMs = 3_600_000
type Seeding = Pick<Context, 'db' | 'storage' | 'now' | 'secret' | 'events'>

const itemIdOf = (nth: number): string => seedId(`market:${nth}`)

/** The demo's items with their drawings, questions and transactions, once. Nobody is notified of them. */
export const seedMarket = async (context: Seeding): Promise<void> => {
  for (const [nth, item] of seedItems.entries()) await seedItem(context, nth, item)
  for (const trade of seedTrades) await seedTrade(context, trade)
}

const seedItem = async (context: Seeding, nth: number, item: SeedItem): Promise<void> => {
  const { db, storage } = context
  const known = await db
    .selectFrom('market_item')
    .select('id')
    .where('id', '=', itemIdOf(nth))
    .executeTakeFirst()
  if (known) return
  const pictures = [itemPicture(item.shape, item.palette), itemPicture(item.shape, item.palette, true)]
  const images = pictures.map((picture) => ({
    id: createHash('sha256').update(item.sellerId).update(picture).digest('hex').slice(0, 24),
    picture: Buffer.from(picture),
  }))
  for (const { id, picture } of images) await storage.put(originalKey(`${id}.svg`), picture)
  await db.transaction().execute((tx) =>
    insertItem(
      context,
      tx,
      nth,
      item,
      images.map(({ id }) => id),
    ),
  )
}

const insertItem = async (
  { now }: Seeding,
  tx: Tx,
  nth: number,
  { sellerId, question, shape: _shape, palette: _palette, ...item }: SeedItem,
  imageIds: readonly string[],
): Promise<void> => {
  const at = new Date(now() - (nth + 1) * 5 * hourMs)
  const added = await tx
    .insertInto('market_item')
    .values({
      ...item,
      id: itemIdOf(nth),
      seller_id: sellerId,
      state: 'onSale',
      postage: nth % 5 === 4 ? 'buyer' : 'seller',
      prefecture: broadcasters.find(({ id }) => id === sellerId)?.region ?? '東京',
      ship_days: nth % 3 === 0 ? '1to2' : '2to3',
      folded: foldSearchText(`${item.title}\n${item.description}`),
      created_at: at,
      listed_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return
  for (const [position, id] of imageIds.entries()) {
    await tx
      .insertInto('image')
      .values({ id, owner_id: sellerId, kind: imageKinds.content, purpose: 'market', path: `${id}.svg` })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('market_picture')
      .values({ image_id: id, item_id: added.id, position })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (!question) return
  const askedAt = new Date(at.getTime() + hourMs)
  await tx
    .insertInto('market_question')
    .values({
      id: seedId(`market-question:${nth}`),
      item_id: added.id,
      author_id: broadcasters.at(-1)?.id ?? sellerId,
      text: question.text,
      answer: question.answer,
      created_at: askedAt,
      answered_at: question.answer === null ? null : new Date(askedAt.getTime() + hourMs),
    })
    .execute()
}

/** Nobody lives there. */
const demoAddress = {
  name: 'こよい デモ',
  postalCode: '1000001',
  prefecture: '東京',
  city: '千代田区千代田',
  street: '0-0',
  building: '',
  phone: '0300000000',
}

const eventsOf = {
  paid: [],
  shipped: [
    { type: 'label', by: 'seller' },
    { type: 'ship', by: 'seller' },
  ],
  reviewed: [
    { type: 'label', by: 'seller' },
    { type: 'ship', by: 'seller' },
    { type: 'deliver' },
    { type: 'receive', by: 'buyer' },
    { type: 'review', by: 'buyer' },
    { type: 'review', by: 'seller' },
  ],
} as const satisfies Record<string, readonly TransactionEvent[]>

const seedTrade = async (
  context: Seeding,
  { item: nth, buyerId, phase }: (typeof seedTrades)[number],
): Promise<void> => {
  const item = seedItems[nth]
  if (!item) return
  const { sellerId, points } = item
  const [id, itemId] = [seedId(`market-trade:${nth}`), itemIdOf(nth)]
  await context.db.transaction().execute(async (tx) => {
    const open = await tx
      .updateTable('market_item')
      .set({ state: 'sold' })
      .where('id', '=', itemId)
      .where('state', '=', 'onSale')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('market_transaction').select('id').where('id', '=', id))),
      )
      .returning('id')
      .executeTakeFirst()
    if (!open) return
    await grantPoints(tx, { key: `market:${nth}`, memberId: buyerId, points, kind: 'free', purpose: 'demo' })
    const start = context.now() - (phase === 'reviewed' ? 5 * 24 : 6) * hourMs
    let state = boughtTransaction(
      { points, feePercent: 10, shipDays: nth % 3 === 0 ? '1to2' : '2to3' },
      start,
    )
    await insertTransaction(tx, { id, itemId, buyerId, sellerId, state })
    await addStep(tx, id, 'bought', start)
    await copyToParcel(context, tx, { transactionId: id, side: 'buyer', address: demoAddress })
    const held = await holdEscrow(tx, { transactionId: id, buyerId, sellerId, points })
    if (isRefusal(held)) throw new Error(`the demo's purchase ${nth}: ${held.refused}`)
    for (const [count, event] of eventsOf[phase].entries()) {
      const at = phase === 'shipped' ? context.now() : start + (count + 1) * 8 * hourMs
      const step = transactionStep(state, event, at)
      if ('refused' in step) throw new Error(`the demo's purchase ${nth}: ${event.type}`)
      state = step.state
      await saveTransaction(tx, id, state)
      if (step.moment) await addStep(tx, id, step.moment, at)
      if (step.settlement) await settleEscrow(tx, id, step.settlement)
    }
    for (const memberId of [buyerId, sellerId])
      await context.events.publish(tx, { type: 'point:changed', memberId })
    await markTraded(tx, { id, buyerId, sellerId, phase }, context.now())
  })
}

const markTraded = async (
  tx: Tx,
  trade: { id: string; buyerId: string; sellerId: string; phase: keyof typeof eventsOf },
  nowMs: number,
): Promise<void> => {
  const { id, buyerId, sellerId, phase } = trade
  if (phase === 'paid') return
  await tx
    .updateTable('market_transaction')
    .set({
      label_code: sandboxCode(id, 'parcel'),
      carrier: 'parcel',
      tracking: phase === 'shipped' ? 'accepted' : 'delivered',
    })
    .where('id', '=', id)
    .execute()
  if (phase !== 'reviewed') return
  const created_at = new Date(nowMs)
  await tx
    .insertInto('market_review')
    .values([
      {
        transaction_id: id,
        author: 'buyer',
        target_id: sellerId,
        is_good: true,
        text: 'ていねいな梱包でした。',
        created_at,
      },
      {
        transaction_id: id,
        author: 'seller',
        target_id: buyerId,
        is_good: true,
        text: 'ありがとうございました。',
        created_at,
      },
    ])
    .execute()
}
