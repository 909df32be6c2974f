import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { dice } from '#seed/gallery/drawing.ts'
import {
  drawGalleryPicture,
  type SeedGalleryItem,
  seedGalleryItems,
  seedWaitingItems,
} from '#seed/gallery/items.ts'
import { callers, reviewers } from '#seed/people.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { originalKey } from '#server/images/variants.ts'
import { grantPoints, spendPoints } from '#server/points/ledger/ledger.ts'
import { seedId } from './seed-id.ts'

/** Between the appearances of two items; the newest appeared an hour before the seeding. */
const stepMinutes = 430
const buyersMax = 24
const buyerPoints = 20_000

const idOf = ({ ownerId, title }: SeedGalleryItem): string => seedId(`gallery:${ownerId}:${title}`)

/** The demo's gallery with its sales and favourites, once: a database that has an item of it keeps what it has. */
export const seedGallery = async (context: Pick<Context, 'db' | 'storage'>): Promise<void> => {
  const ids = seedGalleryItems.map(idOf)
  const { rows } = await sql`select from gallery_item where id = any(${ids}::uuid[]) limit 1`.execute(
    context.db,
  )
  if (rows.length > 0) return
  const drawn = await Promise.all(seedGalleryItems.map((item) => placePictures(context, item)))
  await context.db.transaction().execute(async (tx) => {
    await insertItems(tx)
    for (const pictures of drawn) await insertPictures(tx, pictures)
    await addFigures(tx)
  })
}

interface PlacedPicture {
  item_id: string
  owner_id: string
  place: number
  id: string
  path: string
  width: number
  height: number
}

const placePictures = (
  { storage }: Pick<Context, 'storage'>,
  item: SeedGalleryItem,
): Promise<PlacedPicture[]> =>
  Promise.all(
    Array.from({ length: item.pictures }, async (_, place) => {
      const { svg, width, height } = drawGalleryPicture(item, place)
      const id = createHash('sha256').update(`${item.ownerId}${place}`).update(svg).digest('hex').slice(0, 24)
      const path = `${id}.svg`
      await storage.put(originalKey(path), Buffer.from(svg))
      return { item_id: idOf(item), owner_id: item.ownerId, place, id, path, width, height }
    }),
  )

const isWaiting = ({ title }: SeedGalleryItem): boolean =>
  (seedWaitingItems as readonly string[]).includes(title)

const insertItems = async (tx: Tx): Promise<void> => {
  const items = seedGalleryItems.map((item, nth) => ({
    ...{ id: idOf(item), owner_id: item.ownerId, title: item.title, tags: item.tags, price: item.price },
    ...{ state: isWaiting(item) ? 'waiting' : 'published', minutes_ago: 60 + nth * stepMinutes },
  }))
  await sql`
    insert into gallery_item (id, owner_id, kind, title, tags, price, state, shown_at, submitted_at, passed_at, created_at)
    select id, owner_id, 'image', title, tags, price, state,
      case when state = 'published' then now() - make_interval(mins => minutes_ago) end,
      now() - make_interval(mins => case when state = 'published' then minutes_ago + 120 else minutes_ago / 100 end),
      case when state = 'published' then now() - make_interval(mins => minutes_ago) end,
      now() - make_interval(mins => minutes_ago + 240)
    from jsonb_to_recordset(${JSON.stringify(items)}::text::jsonb)
      as row (id uuid, owner_id text, title text, tags text[], price int, state text, minutes_ago int)`.execute(
    tx,
  )
}

const insertPictures = async (tx: Tx, pictures: readonly PlacedPicture[]): Promise<void> => {
  const rows = JSON.stringify(pictures)
  await sql`
    insert into image (id, owner_id, kind, purpose, path, width, height)
    select id, owner_id, 6, 'gallery', path, width, height
    from jsonb_to_recordset(${rows}::text::jsonb) as row (id text, owner_id text, path text, width int, height int)
    on conflict (id) do nothing`.execute(tx)
  await sql`
    insert into gallery_file (item_id, role, place, image_id, width, height)
    select item_id, 'original', place, id, width, height
    from jsonb_to_recordset(${rows}::text::jsonb)
      as row (item_id uuid, place int, id text, width int, height int)`.execute(tx)
}

/**
 * Sales, favourites and views, more of the newer items. The ledger has the payments of today alone, because the ids of its
 * transfers grow with time.
 */
const addFigures = async (tx: Tx): Promise<void> => {
  const random = dice('gallery figures')
  const likers = [...callers, ...reviewers].map(({ id }) => id)
  const buyers = reviewers.slice(0, buyersMax).map(({ id }) => id)
  for (const memberId of buyers)
    await grantPoints(tx, {
      key: 'demoGallery',
      memberId,
      points: buyerPoints,
      kind: 'paid',
      purpose: 'demo',
    })
  const favourites: { item_id: string; member_id: string; days: number }[] = []
  for (const [nth, item] of seedGalleryItems.entries()) {
    if (isWaiting(item)) continue
    const appeal = random() ** 2
    const age = (nth * stepMinutes) / 1_440
    for (const memberId of likers)
      if (random() < appeal * 0.4)
        favourites.push({ item_id: idOf(item), member_id: memberId, days: random() * age })
    if (item.price === 0) continue
    const sold = buyers.filter(() => random() < appeal * 0.25)
    for (const memberId of sold) await addSale(tx, item, memberId, random() * age)
    await sql`
      update gallery_item set view_count = ${Math.round(12 + appeal * 260 + sold.length * 9)} where id = ${idOf(item)}`.execute(
      tx,
    )
  }
  await sql`
    insert into gallery_favourite (item_id, member_id, created_at)
    select item_id, member_id, now() - make_interval(mins => (days * 1440)::int)
    from jsonb_to_recordset(${JSON.stringify(favourites)}::text::jsonb)
      as row (item_id uuid, member_id text, days float8)`.execute(tx)
  await sql`
    update gallery_item i set
      favourite_count = (select count(*) from gallery_favourite k where k.item_id = i.id),
      sale_count = (select count(*) from gallery_purchase p where p.item_id = i.id)
    where i.id = any(${seedGalleryItems.map(idOf)}::uuid[])`.execute(tx)
}

const addSale = async (tx: Tx, item: SeedGalleryItem, memberId: string, daysAgo: number): Promise<void> => {
  const itemId = idOf(item)
  const paid = await spendPoints(tx, {
    key: `gallery:${itemId}`,
    payerId: memberId,
    payeeId: item.ownerId,
    points: item.price,
    purpose: 'gallery',
    reference: itemId,
  })
  if ('refused' in paid) throw new Error(`demo sale: ${paid.refused}`)
  await sql`
    insert into gallery_purchase (item_id, member_id, points, transfer_id, bought_at, opened_at)
    values (${itemId}, ${memberId}, ${item.price}, ${paid.transferId}, now() - make_interval(mins => ${Math.round(daysAgo * 1440)}::int), now())`.execute(
    tx,
  )
}
