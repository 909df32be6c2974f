import { type RawBuilder, sql } from 'kysely'
import { galleryQueueMax, type RemovalClaim, type ReviewedItem } from '#contract/gallery/operator.ts'
import type { RemovalReason } from '#contract/gallery/removal.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { filesOf } from './item-rows.ts'
import { videoOf } from './video/item-video.ts'

/** Signs the addresses of an item's files for the operator who reads it. */
type SignItem = (itemId: string) => string

interface Row extends Omit<ReviewedItem, 'owner' | 'signature' | 'submittedAt' | 'appearsAt'> {
  ownerId: string
  ownerName: string
  passed: number
  refused: number
  submittedAt: Date | null
  appearsAt: Date | null
}

const itemsWhere = async (
  tx: Db | Tx,
  sign: SignItem,
  wanted: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`i.id`,
): Promise<ReviewedItem[]> => {
  const { rows } = await sql<Row>`
    select i.id, i.kind, i.title, i.tags, i.price, i.state, m.id as "ownerId", m.name as "ownerName",
      (select count(*)::int from gallery_item o where o.owner_id = m.id and o.passed_at is not null) as passed,
      (select count(*)::int from gallery_item o where o.owner_id = m.id and o.refused_at is not null) as refused,
      ${filesOf} as files, ${videoOf} as video, i.submitted_at as "submittedAt", coalesce(i.shown_at, i.appears_at) as "appearsAt",
      i.version, i.sale_count as sales
    from gallery_item i join member m on m.id = i.owner_id
    where ${wanted} order by ${order} limit ${galleryQueueMax}`.execute(tx)
  return rows.map(({ ownerId, ownerName, passed, refused, submittedAt, appearsAt, ...item }) => ({
    ...item,
    owner: { id: ownerId, name: ownerName, passed, refused },
    signature: sign(item.id),
    submittedAt: submittedAt?.toISOString() ?? null,
    appearsAt: appearsAt?.toISOString() ?? null,
  }))
}

const isWaiting = sql`i.state in ('waiting', 'unreviewed')`

/** What waits for a review, the oldest first, and how much. */
export const galleryQueue = async (
  tx: Db | Tx,
  sign: SignItem,
): Promise<{ items: ReviewedItem[]; waiting: number }> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from gallery_item i where ${isWaiting}`.execute(tx)
  return {
    items: await itemsWhere(tx, sign, isWaiting, sql`i.submitted_at, i.id`),
    waiting: rows[0]?.count ?? 0,
  }
}

export const reviewedItem = async (
  tx: Db | Tx,
  sign: SignItem,
  itemId: string,
): Promise<ReviewedItem | null> => (await itemsWhere(tx, sign, sql`i.id = ${itemId}`))[0] ?? null

const buyersMax = 100

/** An item's newest buyers. */
export const buyersOf = async (tx: Db | Tx, itemId: string) => {
  const { rows } = await sql<{
    id: string
    name: string
    points: number
    boughtAt: Date
    isReturned: boolean
  }>`
    select m.id, m.name, p.points, p.bought_at as "boughtAt", p.returned_at is not null as "isReturned"
    from gallery_purchase p join member m on m.id = p.member_id
    where p.item_id = ${itemId} order by p.bought_at desc, m.id limit ${buyersMax}`.execute(tx)
  return rows.map((row) => ({ ...row, boughtAt: row.boughtAt.toISOString() }))
}

interface ClaimRow {
  id: number
  reason: RemovalReason
  text: string
  createdAt: Date
  memberId: string | null
  name: string | null
  mail: string | null
  itemId: string
  open: number
}

/** Open requests to take items down, the oldest first, and how many. */
export const openClaims = async (
  tx: Db | Tx,
  sign: SignItem,
): Promise<{ claims: RemovalClaim[]; open: number }> => {
  const { rows } = await sql<ClaimRow>`
    select c.id, c.reason, c.text, c.created_at as "createdAt", c.member_id as "memberId", coalesce(c.name, m.name) as name,
      c.mail, c.item_id as "itemId", (count(*) over ())::int as open
    from gallery_claim c left join member m on m.id = c.member_id
    where c.closed_at is null order by c.id limit ${galleryQueueMax}`.execute(tx)
  const items = await itemsWhere(tx, sign, sql`i.id = any(${rows.map(({ itemId }) => itemId)}::uuid[])`)
  return {
    claims: rows.map(({ id, reason, text, createdAt, memberId, name, mail, itemId }) => ({
      id,
      reason,
      text,
      claimedAt: createdAt.toISOString(),
      from: { memberId, name: name ?? '', mail },
      item: items.find((item) => item.id === itemId) ?? null,
    })),
    open: rows[0]?.open ?? 0,
  }
}

/** Whether this picture belongs to this item. */
export const isPictureOf = async (db: Db, itemId: string, imageId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from gallery_file where item_id = ${itemId}::uuid and image_id = ${imageId}`.execute(db)
  return rows.length > 0
}
