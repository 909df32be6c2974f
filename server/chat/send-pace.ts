import { sql } from 'kysely'
import { firstsWindowMs, type SendFacts, sendsWindowMs } from '#domain/chat/limits.ts'
import type { ChatFacts } from '#domain/chat/sides.ts'
import { piecesMax } from '#domain/safety/contact-guard.ts'
import type { Db } from '#server/db/database.ts'
import { type FactsRow, factsColumns, factsOf, factsTables } from './send-facts.ts'

/** What limits a sender's next message to a partner. Instants are milliseconds of the database's clock. */
export interface SendPace extends Omit<SendFacts, 'role'> {
  /** The sender has sent this message already, or another one with its id. */
  isRepeat: boolean
  /** The sender's last texts to this partner, the newest last. */
  earlierTexts: readonly string[]
  /** What a caller pays for each message. */
  pricePoints: number
  nowMs: number
}

/** How many messages back the sender's last texts are looked for. */
const earlierMessages = 50

const msOf = (instant: string) => sql.raw(`(extract(epoch from ${instant}) * 1000)::float8`)
const since = (knownMs: number) => sql`clock_timestamp() - make_interval(secs => ${knownMs / 1000})`

/**
 * Reads everything that decides whether a message may be sent, in one query. Only sent messages count,
 * because refused messages leave no row. Cards of calls count for neither side.
 */
export const sendPace = async (
  db: Db,
  memberId: string,
  { partnerId, messageId }: { partnerId: string; messageId: string },
  nowMs: number,
): Promise<{ facts: ChatFacts; pace: SendPace }> => {
  const { rows } = await sql<FactsRow & SendPace>`
    select ${factsColumns(memberId, partnerId)},
      ${msOf('clock_timestamp()')} as "nowMs", c.begun_by is null as "isFirst",
      exists (select from chat_message m where m.id = ${messageId} and m.sender_id = ${memberId}) as "isRepeat",
      array(
        select ${msOf('m.sent_at')} from chat_message m
        where m.sender_id = ${memberId} and m.sent_at > ${since(sendsWindowMs)} and m.kind not in ('call', 'missedCall')
      ) as "sentAtMs",
      array(
        select ${msOf('f.begun_at')} from conversation f
        where f.begun_by = ${memberId} and f.begun_at > ${since(firstsWindowMs)}
      ) as "firstsAtMs",
      array(
        select t.body ->> 'text' from (
          select m.seq, m.body from chat_message m
          where m.conversation_id = c.id and m.seq > c.last_seq - ${earlierMessages}::int
            and m.sender_id = ${memberId} and m.kind = 'text'
          order by m.seq desc limit ${piecesMax}) t
        order by t.seq
      ) as "earlierTexts",
      (select x.points from chat_price x) as "pricePoints"
    from ${factsTables(memberId, partnerId)}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`member ${memberId} vanished`)
  return { facts: factsOf(row, nowMs), pace: row }
}
