import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { membersByIds } from '#server/members/queries.ts'
import { addMemberNotices, type NewMemberNotice } from '#server/notifications/add-notifications.ts'
import { followersOf } from './followers.ts'

type NewsKind = 'favouritePost' | 'favouriteItem' | 'favouriteLive'

interface News {
  kind: NewsKind
  /** The post, the item or the room: each is told of once. */
  subject: string
  broadcasterId: string
}

/** How often due news are looked for. */
const everyMs = 3_000
/** News of one round; the next one goes on. */
const newsPerRound = 20

/** Notifies the broadcaster's followers, soon after `tx` commits and not before `dueAt`. */
export const addFavouriteNews = async (
  db: Db | Tx,
  { kind, subject, broadcasterId }: News,
  dueAt: Date | null = null,
): Promise<void> => {
  await sql`
    INSERT INTO favourite_news (kind, subject, broadcaster_id, due_at)
    VALUES (${kind}, ${subject}, ${broadcasterId}, greatest(${dueAt}::timestamptz, now()))
    ON CONFLICT (kind, subject) DO UPDATE SET due_at = excluded.due_at`.execute(db)
}

/** What isn't shown any more is told to nobody. */
export const dropFavouriteNews = async (tx: Tx, kind: NewsKind, subject: string): Promise<void> => {
  await tx.deleteFrom('favourite_news').where('kind', '=', kind).where('subject', '=', subject).execute()
}

/** Every process looks; each of the news is taken by one of them. */
export const startFavouriteNews = (context: Context): Loops =>
  loop(context, 'favourite-news', everyMs, () => spreadFavouriteNews(context))

/** Adds the notifications of the news that are due, each in a transaction with its end. */
export const spreadFavouriteNews = async (context: Pick<Context, 'db'>): Promise<void> => {
  for (let round = 0; round < newsPerRound; round += 1)
    if (!(await inTransaction(context.db, spreadOne))) return
}

const spreadOne = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<News>`
    DELETE FROM favourite_news WHERE (kind, subject) IN (
      SELECT kind, subject FROM favourite_news WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING kind, subject, broadcaster_id AS "broadcasterId"`.execute(tx)
  const [news] = rows
  if (!news) return false
  const { broadcasterId } = news
  if ((await membersByIds(tx, [broadcasterId])).get(broadcasterId)?.role !== 'broadcaster') return true
  const followers = await followersOf(tx, broadcasterId)
  await addMemberNotices(
    tx,
    followers.map((memberId) => ({
      memberId,
      actorId: broadcasterId,
      once: news.subject,
      about: aboutOf(news),
    })),
  )
  return true
}

const aboutOf = ({ kind, subject }: News): Extract<NewMemberNotice['about'], { kind: NewsKind }> => {
  switch (kind) {
    case 'favouritePost':
      return { kind, postId: subject }
    case 'favouriteItem':
      return { kind, itemId: subject }
    case 'favouriteLive':
      return { kind }
  }
}
