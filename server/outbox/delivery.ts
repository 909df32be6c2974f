import { sql } from 'kysely'
import { restAfterTryMs } from '#domain/outbox/retry.ts'
import type { Context } from '#server/context.ts'

/** Messages of one round. */
const sentAtOnce = 10
/** While a message is being sent, no other process claims it; longer than the adapters' timeout of 30 s. */
const claimedMs = 60_000

export type DeliveryContext = Pick<Context, 'db' | 'log' | 'now'>

/** How a try ended; the reason is a code of the service, never the text of its answer. */
type Outcome = { outcome: 'sent' } | { outcome: 'refused' | 'later'; reason: string }

interface DueRow {
  id: string
  tries: number
}

/** One kind of message: a table with the columns of delivery that `outgoing_mail` has, from `expires_at` on. */
export interface Channel<Row extends DueRow> {
  name: 'mail' | 'sms' | 'conversion'
  table: 'outgoing_mail' | 'outgoing_sms' | 'conversion_postback'
  /** The column with personal data or a secret; it is cleared once it is no longer needed. */
  content: 'body' | 'encrypted' | 'analytics_client_id'
  /** Whether the operator of a demo can read sent messages. */
  keepsContent: boolean
  send(row: Row): Promise<Outcome>
}

/** Sends the due messages and gives up the expired ones. Any number of processes may run it at once. */
export const deliverDue = async <Row extends DueRow>(
  context: DeliveryContext,
  channel: Channel<Row>,
): Promise<void> => {
  await giveUpExpired(context, channel)
  const claimed = await claim(context, channel)
  await Promise.all(claimed.map(async (row) => settle(context, channel, row, await channel.send(row))))
}

type Named = Pick<Channel<DueRow>, 'name' | 'table' | 'content' | 'keepsContent'>

const claim = async <Row extends DueRow>(
  { db, now }: DeliveryContext,
  { table }: Channel<Row>,
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    UPDATE ${sql.table(table)} SET tries = tries + 1, next_try_at = ${new Date(now() + claimedMs)}
    WHERE id IN (
      SELECT id FROM ${sql.table(table)}
      WHERE sent_at IS NULL AND given_up_at IS NULL AND next_try_at <= ${new Date(now())}
      ORDER BY next_try_at LIMIT ${sentAtOnce} FOR UPDATE SKIP LOCKED
    )
    RETURNING *`.execute(db)
  return rows
}

const settle = async (
  { db, log, now }: DeliveryContext,
  { name, table, content, keepsContent }: Named,
  { id, tries }: DueRow,
  result: Outcome,
): Promise<void> => {
  const at = new Date(now())
  const own = sql`UPDATE ${sql.table(table)}`
  const open = sql`WHERE id = ${id} AND sent_at IS NULL`
  const forgotten = sql`${sql.ref(content)} = NULL`
  switch (result.outcome) {
    case 'sent':
      // The message may have expired, and been given up by another process, while a service accepted it.
      await sql`${own} SET sent_at = ${at}, given_up_at = NULL, failure = NULL
        ${keepsContent ? sql`` : sql`, ${forgotten}`} ${open}`.execute(db)
      return
    case 'refused':
      log.info(`${name}-refused`, { id, reason: result.reason })
      await sql`${own} SET given_up_at = ${at}, failure = ${result.reason}, ${forgotten} ${open}`.execute(db)
      return
    case 'later':
      log.error(`${name}-not-sent`, { id, tries, reason: result.reason })
      await sql`${own} SET failure = ${result.reason},
        next_try_at = ${new Date(now() + restAfterTryMs(tries))} ${open}`.execute(db)
  }
}

const giveUpExpired = async ({ db, now }: DeliveryContext, { table, content }: Named): Promise<void> => {
  const at = new Date(now())
  await sql`
    UPDATE ${sql.table(table)} SET given_up_at = ${at}, ${sql.ref(content)} = NULL
    WHERE sent_at IS NULL AND given_up_at IS NULL AND expires_at <= ${at}`.execute(db)
}
