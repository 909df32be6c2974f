import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql as query } from 'kysely'
import sharp from 'sharp'
import { type SeedComment, seedPosts, timelineReaders } from '#seed/timeline.ts'
import { sceneSizes } from '#seed/videos/items.ts'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/db/database.ts'
import { originalKey } from '#server/images/variants.ts'
import { insertScene, placeScene } from './scene-video.ts'
import { seedId } from './seed-id.ts'

const picturesFolder = fileURLToPath(new URL('../../../seed/pictures/', import.meta.url))
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const idOf = (index: number): string => seedId(`timeline:${index}`)
const ids = seedPosts.map((_, index) => idOf(index))

/**
 * The demo's timeline: a week before the first start, once. At a later start the week moves by whole days up to that
 * day, with everything that was written below it meanwhile.
 */
export const seedTimeline = async (context: Context): Promise<void> => {
  const { sql } = context
  const [newest] = await sql<{ at: Date | null }[]>`
    SELECT max(posted_at) AS at FROM timeline_post WHERE id = any(${ids}::uuid[])`
  if (newest?.at) return moveWeek(sql, Math.floor((context.now() - newest.at.getTime()) / dayMs))
  const pictures = await placePictures(context)
  await sql.begin(async (tx) => {
    // The oldest first: the sequence is the order of the feed.
    for (const index of [...seedPosts.keys()].reverse()) await insertPost(tx, index, context.now(), pictures)
  })
  await addMovies(context)
}

/** The movies of the posts that have one: drawn scenes. */
const addMovies = async (context: Pick<Context, 'db' | 'storage'>): Promise<void> => {
  const sizes = await sceneSizes()
  for (const [index, { scene, broadcasterId, hoursAgo }] of seedPosts.entries()) {
    if (scene === undefined) continue
    const videoId = seedId(`timeline-movie:${index}`)
    const placed = await placeScene(context, { videoId, scene, size: sizes[scene] })
    await context.db.transaction().execute(async (tx) => {
      await insertScene(tx, placed, {
        ...{ ownerId: broadcasterId, purpose: 'timeline', minutesAgo: Math.round(hoursAgo * 60) },
      })
      await query`
        INSERT INTO timeline_movie (post_id, video_id, poster_id, duration_ms, width, height)
        VALUES (${idOf(index)}, ${videoId}, ${placed.posterId}, ${placed.durationMs}, ${placed.width},
          ${placed.height})`.execute(tx)
    })
  }
}

type Tx = Parameters<Parameters<Sql['begin']>[1]>[0]

const insertPost = async (
  sql: Tx,
  index: number,
  nowMs: number,
  pictures: ReadonlyMap<string, Picture>,
): Promise<void> => {
  const post = seedPosts[index]
  if (!post) return
  const at = new Date(nowMs - post.hoursAgo * hourMs)
  const { broadcasterId, comments = [], likes, poll, text } = post
  await sql`
    INSERT INTO timeline_post (id, author_id, state, is_public, text, poll_choices, poll_days, poll_closes_at,
      created_at, seq, posted_at)
    VALUES (${idOf(index)}, ${broadcasterId}, 'shown', true, ${text}, ${poll ? [...poll.choices] : null},
      ${poll?.days ?? null}, ${poll ? new Date(at.getTime() + poll.days * dayMs) : null}, ${at},
      nextval('timeline_seq'), ${at})`
  for (const [place, name] of (post.pictures ?? []).entries()) {
    const picture = pictures.get(name)
    if (!picture) continue
    const imageId = seedId(`timeline-picture:${index}:${place}`).replaceAll('-', '')
    await sql`
      INSERT INTO image (id, owner_id, kind, purpose, path, width, height)
      VALUES (${imageId}, ${broadcasterId}, 6, 'timeline', ${picture.path}, ${picture.width}, ${picture.height})`
    await sql`
      INSERT INTO timeline_image (image_id, post_id, place, width, height)
      VALUES (${imageId}, ${idOf(index)}, ${place}, ${picture.width}, ${picture.height})`
  }
  const readers = rotated(timelineReaders, index * 5)
  await sql`
    INSERT INTO timeline_like (post_id, member_id, created_at)
    SELECT ${idOf(index)}, reader, ${at} FROM unnest(${readers.slice(0, likes)}::text[]) reader`
  const voters = poll?.votes.flatMap((votes, choice) => Array.from({ length: votes }, () => choice)) ?? []
  if (voters.length > 0)
    await sql`
      INSERT INTO timeline_vote (post_id, member_id, choice)
      SELECT ${idOf(index)}, voter, choice
      FROM unnest(${readers.slice(0, voters.length)}::text[], ${voters}::int[]) AS vote (voter, choice)`
  for (const [nth, comment] of comments.entries()) await insertComment(sql, index, nth, comment, at)
}

const insertComment = async (
  sql: Tx,
  index: number,
  nth: number,
  { by, text, answer }: SeedComment,
  postedAt: Date,
): Promise<void> => {
  const id = seedId(`timeline-comment:${index}:${nth}`)
  const author = timelineReaders[by % timelineReaders.length] ?? ''
  const at = new Date(postedAt.getTime() + (nth + 1) * 5 * 60_000)
  await sql`
    INSERT INTO timeline_comment (id, post_id, author_id, text, guest_no, created_at)
    VALUES (${id}, ${idOf(index)}, ${author}, ${text}, ${nth + 1}, ${at})`
  if (answer === undefined) return
  await sql`
    INSERT INTO timeline_comment (id, post_id, author_id, parent_id, text, guest_no, created_at)
    VALUES (${seedId(`timeline-answer:${index}:${nth}`)}, ${idOf(index)}, ${seedPosts[index]?.broadcasterId ?? ''},
      ${id}, ${answer}, 100, ${new Date(at.getTime() + 3 * 60_000)})`
}

interface Picture {
  path: string
  width: number
  height: number
}

/** The drawings by name, in the storage. */
const placePictures = async ({
  storage,
}: Pick<Context, 'storage'>): Promise<ReadonlyMap<string, Picture>> => {
  const names = [...new Set(seedPosts.flatMap(({ pictures = [] }) => pictures))]
  const placed = names.map(async (name): Promise<[string, Picture]> => {
    const drawing = await readFile(picturesFolder + name)
    const { width, height } = await sharp(drawing).metadata()
    const picture = { path: `timeline-${name}`, width, height }
    await storage.put(originalKey(picture.path), drawing)
    return [name, picture]
  })
  return new Map(await Promise.all(placed))
}

const moveWeek = async (sql: Sql, days: number): Promise<void> => {
  if (days < 1) return
  await sql.begin(async (tx) => {
    await tx`
      UPDATE timeline_comment SET created_at = created_at + make_interval(days => ${days})
      WHERE post_id = any(${ids}::uuid[])`
    for (const id of [...ids].reverse())
      await tx`
        UPDATE timeline_post SET posted_at = posted_at + make_interval(days => ${days}),
          created_at = created_at + make_interval(days => ${days}),
          poll_closes_at = poll_closes_at + make_interval(days => ${days}), seq = nextval('timeline_seq')
        WHERE id = ${id} AND state = 'shown'`
  })
}

const rotated = <Item>(items: readonly Item[], by: number): Item[] => {
  const from = by % items.length
  return [...items.slice(from), ...items.slice(0, from)]
}
