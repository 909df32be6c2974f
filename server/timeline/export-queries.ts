import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** The export's timeline: what the member wrote, liked and voted. Mentioned members are named by id alone. */
export const timelineOfMember = async (db: Db, memberId: string): Promise<object> => {
  const { rows: posts } = await sql<object>`
    SELECT text, poll_choices AS "pollChoices", created_at AS "writtenAt", posted_at AS "postedAt",
      edited_at AS "editedAt", state = 'removed' AS "wasRemoved",
      (SELECT v.duration_ms FROM timeline_movie v WHERE v.post_id = timeline_post.id) AS "movieDurationMs"
    FROM timeline_post WHERE author_id = ${memberId} AND state <> 'deleted' ORDER BY created_at`.execute(db)
  const { rows: comments } = await sql<object>`
    SELECT text, created_at AS "postedAt", state = 'removed' AS "wasRemoved"
    FROM timeline_comment WHERE author_id = ${memberId} AND state <> 'deleted' ORDER BY seq`.execute(db)
  // No names: the authors are others.
  const { rows: likes } = await sql<object>`
    SELECT created_at AS "likedAt" FROM timeline_like WHERE member_id = ${memberId} ORDER BY created_at`.execute(
    db,
  )
  const { rows: votes } = await sql<object>`
    SELECT p.poll_choices[v.choice + 1] AS choice, v.created_at AS "votedAt"
    FROM timeline_vote v JOIN timeline_post p ON p.id = v.post_id WHERE v.member_id = ${memberId}
    ORDER BY v.created_at`.execute(db)
  return { posts, comments, likes, votes }
}
