import { sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import type { ItemCard, ItemDetail, marketItemsEndpoints, Offer } from '#contract/market/items.ts'
import { offerStateAt, priceFor } from '#domain/market/offer.ts'
import { searchGrams, searchWords, unverifiedTexts } from '#domain/people/search-text.ts'
import type { Db } from '#server/db/database.ts'
import { isVisible, lastOffer, offerOf, type StoredOffer } from './item-record.ts'
import { cursorAt, micros, placeOf } from './list-place.ts'

type Search = InputOf<typeof marketItemsEndpoints.getFleaMarketItems>

interface CardRow {
  itemId: string
  title: string
  points: number
  imageId: string | null
  state: ItemCard['state']
  favourites: number
  isFavourite: boolean
}

const card = (memberId: string) => sql`
  i.id as "itemId", i.title, i.points, i.state,
  (select p.image_id from market_picture p where p.item_id = i.id order by p.position limit 1) as "imageId",
  (select count(*)::int from market_favourite f where f.item_id = i.id) as favourites,
  exists (select from market_favourite f where f.item_id = i.id and f.member_id = ${memberId}) as "isFavourite"`

interface Page {
  items: ItemCard[]
  next: string | null
}

const pageOf = (rows: readonly (CardRow & { at: string })[], limit: number): Page => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ at: _, ...item }) => item),
    next: rows.length > limit && last ? cursorAt({ at: last.at, id: last.itemId }) : null,
  }
}

/** Items on sale, and sold ones where they are wanted; a page continues after its last item's place in the order. */
export const searchItems = async (db: Db, memberId: string, search: Search): Promise<Page> => {
  const isNew = search.order === 'new'
  const at = isNew ? micros(sql`i.listed_at`) : sql`i.points::bigint`
  const after = search.after === undefined ? null : placeOf(search.after)
  const words = searchWords(search.text)
  const conditions = [
    sql`i.state in ('onSale', 'sold')`,
    isVisible(memberId),
    ...(search.onlyOnSale ? [sql`i.state = 'onSale'`] : []),
    ...(search.category ? [sql`i.category = ${search.category}`] : []),
    ...(search.condition ? [sql`i.condition = ${search.condition}`] : []),
    ...(search.minPoints === undefined ? [] : [sql`i.points >= ${search.minPoints}`]),
    ...(search.maxPoints === undefined ? [] : [sql`i.points <= ${search.maxPoints}`]),
    ...(words.length === 0 ? [] : [sql`search_grams(i.folded) @> ${searchGrams(words)}::bigint[]`]),
    ...unverifiedTexts(words).map((text) => sql`strpos(i.folded, ${text}) > 0`),
    ...(after === null
      ? []
      : [
          isNew
            ? sql`(${at}, i.id) < (${after.at}::bigint, ${after.id}::uuid)`
            : sql`(${at}, i.id) > (${after.at}::bigint, ${after.id}::uuid)`,
        ]),
  ]
  const { rows } = await sql<CardRow & { at: string }>`
    select ${card(memberId)}, ${at}::text as at from market_item i
    where ${sql.join(conditions, sql` and `)}
    order by ${isNew ? sql`i.listed_at desc, i.id desc` : sql`i.points, i.id`}
    limit ${search.limit + 1}`.execute(db)
  return pageOf(rows, search.limit)
}

export const favouriteItems = async (
  db: Db,
  memberId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<Page> => {
  const at = micros(sql`o.created_at`)
  const place = after === undefined ? null : placeOf(after)
  const { rows } = await sql<CardRow & { at: string }>`
    select ${card(memberId)}, ${at}::text as at
    from market_favourite o join market_item i on i.id = o.item_id
    where o.member_id = ${memberId} and i.state in ('onSale', 'sold') and ${isVisible(memberId)}
      and (${place === null} or (${at}, i.id) < (${place?.at ?? '0'}::bigint, ${place?.id ?? null}::uuid))
    order by o.created_at desc, i.id desc limit ${limit + 1}`.execute(db)
  return pageOf(rows, limit)
}

export const ownItems = async (db: Db, memberId: string): Promise<ItemCard[]> => {
  const { rows } = await sql<CardRow>`
    select ${card(memberId)} from market_item i where i.seller_id = ${memberId}
    order by i.listed_at desc, i.id desc limit 200`.execute(db)
  return rows
}

export const favouriteCounts = async (
  db: Db,
  memberId: string,
  itemIds: readonly string[],
): Promise<Pick<ItemCard, 'itemId' | 'favourites' | 'isFavourite'>[]> => {
  if (itemIds.length === 0) return []
  const { rows } = await sql<CardRow>`
    select ${card(memberId)} from market_item i
    where i.id in (${sql.join(itemIds)}) and i.state in ('onSale', 'sold') and ${isVisible(memberId)}`.execute(
    db,
  )
  return rows.map(({ itemId, favourites, isFavourite }) => ({ itemId, favourites, isFavourite }))
}

interface DetailRow extends CardRow, Pick<ItemDetail, 'description' | 'category' | 'condition' | 'postage'> {
  prefecture: string
  shipDays: ItemDetail['shipDays']
  listedAt: Date
  version: number
  removedReason: string | null
  sellerId: string
  sellerName: string
  sellerAvatarId: string | null
  good: number
  bad: number
  transactionId: string | null
}

/** Null for an item that the member may not see. */
export const itemDetail = async (
  db: Db,
  memberId: string,
  itemId: string,
  nowMs: number,
): Promise<ItemDetail | null> => {
  const { rows } = await sql<DetailRow>`
    select ${card(memberId)}, i.description, i.category, i.condition, i.postage, i.prefecture, i.ship_days as "shipDays",
      i.listed_at as "listedAt", i.version, i.removed_reason as "removedReason", i.seller_id as "sellerId",
      s.name as "sellerName", s.avatar_id as "sellerAvatarId",
      (select count(*)::int from market_review r where r.target_id = i.seller_id and r.is_good) as good,
      (select count(*)::int from market_review r where r.target_id = i.seller_id and not r.is_good) as bad,
      (select t.id from market_transaction t where t.item_id = i.id and ${memberId} in (t.buyer_id, t.seller_id)
        order by t.created_at desc limit 1) as "transactionId"
    from market_item i join member s on s.id = i.seller_id
    where i.id = ${itemId} and ${isVisible(memberId)}`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { sellerId, sellerName, sellerAvatarId, good, bad, listedAt, ...item } = row
  const isOwn = sellerId === memberId
  const last = isOwn ? null : await lastOffer(db, itemId, memberId)
  const offers = isOwn ? await openOffers(db, memberId, itemId, nowMs) : last ? [last] : []
  return {
    ...item,
    isOwn,
    listedAt: listedAt.toISOString(),
    seller: { name: sellerName, avatarId: sellerAvatarId, good, bad },
    imageIds: await picturesOf(db, itemId),
    questions: await questionsOf(db, memberId, itemId),
    offers: offers.map((offer) => shownOffer(offer, nowMs)),
    ownPoints: priceFor(item.points, last, nowMs),
    removedReason: isOwn ? item.removedReason : null,
  }
}

const shownOffer = (offer: StoredOffer, nowMs: number): Offer => ({
  offerId: offer.id,
  points: offer.points,
  state: offerStateAt(offer, nowMs),
  expiresAt: new Date(offer.expiresAt).toISOString(),
})

const openOffers = async (
  db: Db,
  sellerId: string,
  itemId: string,
  nowMs: number,
): Promise<StoredOffer[]> => {
  const rows = await db
    .selectFrom('market_offer as o')
    .selectAll('o')
    .where('o.item_id', '=', itemId)
    .where('o.state', 'in', ['open', 'countered', 'accepted'])
    .where('o.expires_at', '>', new Date(nowMs))
    .where(sql<boolean>`not exists (
      select from blocked_pair b where b.member_id = ${sellerId} and b.partner_id = o.buyer_id)`)
    .orderBy('o.points', 'desc')
    .limit(20)
    .execute()
  return rows.map(offerOf)
}

const picturesOf = async (db: Db, itemId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('market_picture')
    .select('image_id')
    .where('item_id', '=', itemId)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.image_id)
}

const questionsOf = async (db: Db, memberId: string, itemId: string): Promise<ItemDetail['questions']> => {
  const { rows } = await sql<{
    questionId: string
    isOwn: boolean
    text: string
    answer: string | null
    askedAt: Date
  }>`
    select q.id as "questionId", q.author_id = ${memberId} as "isOwn", q.text, q.answer, q.created_at as "askedAt"
    from market_question q join member a on a.id = q.author_id
    where q.item_id = ${itemId} and a.role <> 'closed' and not exists (
      select from blocked_pair b where b.member_id = ${memberId} and b.partner_id = q.author_id)
    order by q.created_at, q.id`.execute(db)
  return rows.map((row) => ({ ...row, askedAt: row.askedAt.toISOString() }))
}
