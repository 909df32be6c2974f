import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { publishPost } from './publication.ts'

/** Posts published in one round. */
const perRound = 200
/** What is left of a deleted post or comment stays for so long, so that its id can't be used again by a late retry. */
const endedKeptDays = 30

/** Publishes the posts that are due. An account that was closed meanwhile publishes nothing. */
export const publishScheduledPosts = async (context: Context): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM timeline_post p JOIN member m ON m.id = p.author_id
    WHERE p.state = 'scheduled' AND p.publish_at <= ${new Date(context.now())} AND m.role = 'broadcaster'
    ORDER BY p.publish_at LIMIT ${perRound}`.execute(context.db)
  let published = 0
  for (const { id } of rows)
    if (await context.db.transaction().execute((tx) => publishPost(context, tx, id))) published += 1
  return published
}

export const purgeDeletedPosts = async (db: Db): Promise<void> => {
  const isOld = sql`state = 'deleted' AND ended_at < now() - make_interval(days => ${endedKeptDays}::int)`
  await sql`DELETE FROM timeline_comment WHERE ${isOld}`.execute(db)
  await sql`DELETE FROM timeline_post WHERE ${isOld}`.execute(db)
}
