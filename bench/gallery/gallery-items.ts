import { numbersFrom } from '#bench/shared/numbers.ts'
import type { Sql } from '#server/db/database.ts'

/** Made-up items; the same ones on every run. */

export const items = 100_000
export const galleryOwners = 400
const sentAtOnce = 5_000
export const galleryTags =
  '海 夜 花 猫 雨 山 旅 街 朝 夏 秋 雪 スイーツ お茶 静物 スケッチ 花火 夜景 ファッション 月'.split(' ')

const ownerId = (nth: number): string => String(45_000_000 + nth)

/** Fills a database with items, and updates its statistics as the nightly vacuum would. */
export const addGalleryItems = async (sql: Sql): Promise<void> => {
  const next = numbersFrom(73)
  await sql`
    insert into member (id, role, name)
    select id, 'broadcaster', 'g' || id from jsonb_array_elements_text(${sql.json(
      Array.from({ length: galleryOwners }, (_, nth) => ownerId(nth)),
    )}) as id`
  for (let first = 0; first < items; first += sentAtOnce) {
    const made = Array.from({ length: sentAtOnce }, (_, index) => ({
      nth: first + index,
      owner_id: ownerId(Math.floor(next() * galleryOwners)),
      price: next() < 0.1 ? 0 : 50 + 10 * Math.floor(next() * 60),
      tags: [...new Set([0, 1].map(() => galleryTags[Math.floor(next() ** 2 * galleryTags.length)] ?? ''))],
      minutes_ago: Math.floor(next() * 700_000),
      sales: Math.floor(80 * next() ** 6),
    }))
    await sql`
      with row as materialized (
        select gen_random_uuid() as id, nth, owner_id, price, tags, minutes_ago, sales
        from jsonb_to_recordset(${sql.json(made)})
          as row (nth int, owner_id text, price int, tags text[], minutes_ago int, sales int)),
      added as (
        insert into gallery_item (id, owner_id, kind, title, tags, price, state, shown_at, passed_at, sale_count)
        select id, owner_id, 'image', '作品' || nth, tags, price, 'published', now() - make_interval(mins => minutes_ago),
          now(), sales from row),
      pictures as (
        insert into image (id, owner_id, kind, purpose, path, width, height)
        select md5(id::text), owner_id, 6, 'gallery', md5(id::text) || '.jpg', 1200, 1500 from row returning id)
      insert into gallery_file (item_id, role, place, image_id, width, height)
      select row.id, 'original', 0, md5(row.id::text), 1200, 1500 from row join pictures on pictures.id = md5(row.id::text)`
  }
  await sql`analyze`
}
