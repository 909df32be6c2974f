import { sql } from 'kysely'
import type { StorageKey } from '#adapters/storage/port.ts'
import type { Context } from '#server/context.ts'

/** Videos of one round; the next round continues with the rest. */
const perRound = 200
/** Longer than a part or a version takes to be stored. */
const storingHours = 2

type Parts = Pick<Context, 'db' | 'storage'>

/** Deletes files and then their rows: after a crash in between, the next round finds the rows without files. */
const deleteFiles = async ({ db, storage }: Parts, keys: readonly StorageKey[]): Promise<void> => {
  for (const key of keys) {
    await storage.delete(key)
    await sql`delete from video_file where key = ${key}`.execute(db)
  }
}

/** Deletes what a finished video no longer needs: its parts, and what other tries made. */
export const deleteFilesOf = async (parts: Parts, videoId: string): Promise<void> => {
  const { rows } = await sql<{ key: StorageKey }>`
    select f.key from video_file f join video v on v.id = f.video_id
    where v.id = ${videoId} and v.state in ('ready', 'refused')
      and (f.attempt is distinct from v.attempt or v.state = 'refused')`.execute(parts.db)
  await deleteFiles(
    parts,
    rows.map(({ key }) => key),
  )
}

/**
 * Deletes expired videos: abandoned uploads, unused or replaced videos, refused ones, and those of erased members. What
 * operators keep as evidence stays until its end. The parts of finished videos that a crash left behind go too.
 */
export const deleteExpiredVideos = async (parts: Parts): Promise<{ deleted: number }> => {
  const { db } = parts
  const { rows } = await sql<{ id: string }>`
    select id from video
    where (expires_at < now() or owner_id is null) and (kept_until is null or kept_until < now())
      and coalesce(claimed_until, '-infinity') < now()
    limit ${perRound}`.execute(db)
  for (const { id } of rows) {
    const { rows: files } = await sql<{ key: StorageKey }>`
      select key from video_file where video_id = ${id}`.execute(db)
    await deleteFiles(
      parts,
      files.map(({ key }) => key),
    )
    await sql`delete from video where id = ${id}`.execute(db)
  }
  const { rows: left } = await sql<{ id: string }>`
    select distinct v.id from video_file f join video v on v.id = f.video_id
    where v.state in ('ready', 'refused') and f.attempt is distinct from v.attempt
      and v.created_at < now() - make_interval(hours => ${storingHours}::int)
    limit ${perRound}`.execute(db)
  for (const { id } of left) await deleteFilesOf(parts, id)
  return { deleted: rows.length }
}
