import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

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
