import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/**
 * For the export of a member's data: the messages that the member sent, by conversation, with only the
 * partner's name. What a call cost its caller is exported with the calls.
 */
export const messagesOfMember = async (db: Db, memberId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    select p.name as "partnerName",
      json_agg(json_build_object('sentAt', m.sent_at, 'kind', m.kind, 'body', m.body - array['callId', 'charged']) order by m.seq) as messages
    from chat_message m
    join conversation c on c.id = m.conversation_id
    join member p on p.id = case when c.caller_id = ${memberId} then c.broadcaster_id else c.caller_id end
    where m.sender_id = ${memberId} and m.kind <> 'unsent'
    group by c.id, p.name order by c.id`.execute(db)
  return rows
}
