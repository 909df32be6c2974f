import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { membersByIds } from '#server/members/queries.ts'
import { addMemberNotices, type NewMemberNotice } from '#server/notifications/add-notifications.ts'
import { followersOf } from './followers.ts'

type AnnouncementKind = 'favouritePost' | 'favouriteItem' | 'favouriteLive'

interface Announcement {
  kind: AnnouncementKind
  /** The post, the item or the room: each is announced once. */
  subject: string
  broadcasterId: string
}

/** How often due announcements are looked for. */
const everyMs = 3_000
/** Announcements of one round; the next one goes on. */
const announcementsPerRound = 20

/** Notifies the broadcaster's followers, soon after `tx` commits and not before `dueAt`. */
export const queueFollowerAnnouncement = async (
  db: Db | Tx,
  { kind, subject, broadcasterId }: Announcement,
  dueAt: Date | null = null,
): Promise<void> => {
  await sql`
    INSERT INTO follower_announcement (kind, subject, broadcaster_id, due_at)
    VALUES (${kind}, ${subject}, ${broadcasterId}, greatest(${dueAt}::timestamptz, now()))
    ON CONFLICT (kind, subject) DO UPDATE SET due_at = excluded.due_at`.execute(db)
}

/** What isn't shown any more is announced to nobody. */
export const withdrawFollowerAnnouncement = async (
  tx: Tx,
  kind: AnnouncementKind,
  subject: string,
): Promise<void> => {
  await tx
    .deleteFrom('follower_announcement')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute()
}

/** Every process looks; each announcement is sent by one of them. */
export const startFollowerAnnouncements = (context: Context): Loops =>
  loop(context, 'follower-announcements', everyMs, () => sendFollowerAnnouncements(context))

/** Adds the notifications of the announcements that are due, each in a transaction with its end. */
export const sendFollowerAnnouncements = async (context: Pick<Context, 'db'>): Promise<void> => {
  for (let round = 0; round < announcementsPerRound; round += 1)
    if (!(await inTransaction(context.db, sendOne))) return
}

const sendOne = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<Announcement>`
    DELETE FROM follower_announcement WHERE (kind, subject) IN (
      SELECT kind, subject FROM follower_announcement WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING kind, subject, broadcaster_id AS "broadcasterId"`.execute(tx)
  const [announcement] = rows
  if (!announcement) return false
  const { broadcasterId } = announcement
  if ((await membersByIds(tx, [broadcasterId])).get(broadcasterId)?.role !== 'broadcaster') return true
  const followers = await followersOf(tx, broadcasterId)
  await addMemberNotices(
    tx,
    followers.map((memberId) => ({
      memberId,
      actorId: broadcasterId,
      once: announcement.subject,
      about: aboutOf(announcement),
    })),
  )
  return true
}

const aboutOf = ({
  kind,
  subject,
}: Announcement): Extract<NewMemberNotice['about'], { kind: AnnouncementKind }> => {
  switch (kind) {
    case 'favouritePost':
      return { kind, postId: subject }
    case 'favouriteItem':
      return { kind, itemId: subject }
    case 'favouriteLive':
      return { kind }
  }
}
