import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'

interface SentVideoRequest {
  partnerId: string
  /** Milliseconds since the epoch, by the database's clock. */
  sentAtMs: number
}

/** The video requests that a member sent in the last `sinceMs` milliseconds, without the message `exceptId`. */
export const sentVideoRequests = async (
  tx: Tx,
  { senderId, exceptId, sinceMs }: { senderId: string; exceptId: string; sinceMs: number },
): Promise<SentVideoRequest[]> => {
  const { rows } = await sql<SentVideoRequest>`
    select c.broadcaster_id as "partnerId", (extract(epoch from m.sent_at) * 1000)::float8 as "sentAtMs"
    from chat_message m join conversation c on c.id = m.conversation_id
    where m.sender_id = ${senderId} and m.kind = 'videoRequest' and m.id <> ${exceptId}
      and m.sent_at > clock_timestamp() - make_interval(secs => ${sinceMs / 1000})`.execute(tx)
  return rows
}

/** Of each conversation only so many of the newest messages are searched. */
const searchedMessages = 200

interface ReceivedVideoRequest {
  callerId: string
  /** Milliseconds since the epoch, by the database's clock. */
  sentAtMs: number
}

/** Each caller's newest video request to the broadcaster of the last `sinceMs` milliseconds, newest first. */
export const receivedVideoRequests = async (
  db: Db | Tx,
  { broadcasterId, sinceMs, limit }: { broadcasterId: string; sinceMs: number; limit: number },
): Promise<ReceivedVideoRequest[]> => {
  const since = sql`now() - make_interval(secs => ${sinceMs / 1000})`
  const { rows } = await sql<ReceivedVideoRequest>`
    select s.partner_id as "callerId", (extract(epoch from m.sent_at) * 1000)::float8 as "sentAtMs"
    from chat_side s
    join conversation c on c.id = s.conversation_id
    cross join lateral (
      select r.sent_at from chat_message r
      where r.conversation_id = c.id and r.seq > c.last_seq - ${searchedMessages} and r.kind = 'videoRequest'
        and r.sent_at > ${since}
      order by r.seq desc limit 1) m
    where s.member_id = ${broadcasterId} and s.last_at > ${since}
      and not exists (select from blocked_pair b where b.member_id = s.member_id and b.partner_id = s.partner_id)
    order by m.sent_at desc limit ${limit}`.execute(db)
  return rows
}
