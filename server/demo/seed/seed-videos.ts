import { sql } from 'kysely'
import { dice } from '#seed/gallery/drawing.ts'
import { callers, reviewers } from '#seed/people.ts'
import { type SeedVideo, sceneSizes, seedVideos } from '#seed/videos/items.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { insertScene, type PlacedScene, placeScene } from './scene-video.ts'
import { seedId } from './seed-id.ts'

const idOf = ({ ownerId, title }: SeedVideo): string => seedId(`gallery video:${ownerId}:${title}`)
const videoIdOf = (video: SeedVideo): string => seedId(`video:${idOf(video)}`)
/** Between the appearances of two videos; the newest appeared this long before the seeding. */
const stepMinutes = 700

/** The demo's videos, once; their versions were made before, so that a start encodes nothing. */
export const seedGalleryVideos = async (context: Pick<Context, 'db' | 'storage'>): Promise<void> => {
  const ids = seedVideos.map(idOf)
  const { rows } = await sql`select from gallery_item where id = any(${ids}::uuid[]) limit 1`.execute(
    context.db,
  )
  if (rows.length > 0) return
  const sizes = await sceneSizes()
  const placed = await Promise.all(
    seedVideos.map((video) =>
      placeScene(context, { videoId: videoIdOf(video), scene: video.scene, size: sizes[video.scene] }),
    ),
  )
  await context.db.transaction().execute(async (tx) => {
    for (const [nth, video] of seedVideos.entries()) {
      const files = placed[nth]
      if (files) await insertVideo(tx, video, files, 40 + nth * stepMinutes)
    }
    await addFavourites(tx)
  })
}

const insertVideo = async (
  tx: Tx,
  video: SeedVideo,
  placed: PlacedScene,
  minutesAgo: number,
): Promise<void> => {
  const itemId = idOf(video)
  const { videoId, posterId, width, height } = placed
  const at = sql`now() - make_interval(mins => ${minutesAgo}::int)`
  const isShown = video.isWaiting !== true
  await insertScene(tx, placed, { ownerId: video.ownerId, purpose: 'gallery', minutesAgo })
  await sql`
    insert into gallery_item (id, owner_id, kind, title, tags, price, state, shown_at, submitted_at, passed_at, created_at,
      video_id, view_count)
    values (${itemId}, ${video.ownerId}, 'video', ${video.title}, ${[...video.tags]}::text[], ${video.price},
      ${isShown ? 'published' : 'waiting'}, case when ${isShown} then ${at} end, ${at}, case when ${isShown} then ${at} end,
      ${at}, ${videoId}, ${isShown ? 40 + Math.round(minutesAgo / 40) : 0})`.execute(tx)
  await sql`
    insert into gallery_file (item_id, role, place, image_id, width, height)
    values (${itemId}, 'original', 0, ${posterId}, ${width}, ${height})`.execute(tx)
}

const addFavourites = async (tx: Tx): Promise<void> => {
  const random = dice('video figures')
  const shown = seedVideos.filter(({ isWaiting }) => !isWaiting)
  const rows = shown.flatMap((video, nth) => {
    const appeal = 0.04 + random() * 0.22
    return [...callers, ...reviewers].flatMap(({ id }) =>
      random() < appeal
        ? [{ item_id: idOf(video), member_id: id, minutes: random() * (30 + nth * stepMinutes) }]
        : [],
    )
  })
  await sql`
    insert into gallery_favourite (item_id, member_id, created_at)
    select item_id, member_id, now() - make_interval(mins => minutes::int)
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as row (item_id uuid, member_id text, minutes float8)
    on conflict do nothing`.execute(tx)
  await sql`
    update gallery_item i set favourite_count = (select count(*) from gallery_favourite k where k.item_id = i.id)
    where i.id = any(${shown.map(idOf)}::uuid[])`.execute(tx)
}
