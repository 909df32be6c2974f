import { sql } from 'kysely'
import { type Conversion, postConversion } from '../../adapters/conversion/postback.ts'
import { restAfterTryMs } from '../../domain/outbox/retry.ts'
import { type Loops, loop } from '../calls/loop.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'

const sendEveryMs = 5_000
const sentAtOnce = 10
/** Nobody else takes one that is being sent; longer than the port's 15 s. */
const claimedMs = 30_000
/** A campaign settles its accounts within days. */
const worthwhileMs = 3 * 24 * 3_600_000

type PostbackContext = Pick<Context, 'config' | 'db' | 'log' | 'now'>

/** Has the campaign's host told of a registration when `tx` commits, where there is one. */
export const addConversion = async (
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  row: { member_id: string; campaign_code: string; analytics_client_id: string | null; registered_at: Date },
): Promise<void> => {
  if (config.reach.conversionPostbackUrl === undefined) return
  await tx
    .insertInto('conversion_postback')
    .values({ ...row, next_try_at: row.registered_at })
    .execute()
}

export const startTellingConversions = (context: PostbackContext): Loops =>
  loop(context, 'conversions', sendEveryMs, () => tellConversions(context))

/** Tells what is due. Any number of processes may run it at once. */
export const tellConversions = async (context: PostbackContext): Promise<void> => {
  const url = context.config.reach.conversionPostbackUrl
  if (url === undefined) return
  const claimed = await claim(context)
  await Promise.all(claimed.map((due) => tell(context, url, due)))
}

interface Due extends Conversion {
  tries: number
}

const claim = async ({ db, now }: PostbackContext): Promise<Due[]> => {
  const nowMs = now()
  const { rows } = await sql<Due>`
    UPDATE conversion_postback SET tries = tries + 1, next_try_at = ${new Date(nowMs + claimedMs)}
    WHERE id IN (
      SELECT id FROM conversion_postback
      WHERE sent_at IS NULL AND given_up_at IS NULL AND next_try_at <= ${new Date(nowMs)}
      ORDER BY next_try_at LIMIT ${sentAtOnce} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, campaign_code AS "campaignCode", analytics_client_id AS "analyticsClientId",
      registered_at AS "registeredAt", tries`.execute(db)
  return rows
}

const tell = async ({ db, log, now }: PostbackContext, url: string, due: Due): Promise<void> => {
  const result = await postConversion(url, due)
  const own = db.updateTable('conversion_postback').where('id', '=', due.id).where('sent_at', 'is', null)
  const nowMs = now()
  if (result.outcome === 'sent') {
    await own.set({ sent_at: new Date(nowMs), failure: null }).execute()
    return
  }
  const { reason } = result
  log.error('conversion-not-told', { conversionId: due.id, tries: due.tries, reason })
  const isOver = result.outcome === 'refused' || nowMs - due.registeredAt.getTime() > worthwhileMs
  const next = isOver
    ? { given_up_at: new Date(nowMs) }
    : { next_try_at: new Date(nowMs + restAfterTryMs(due.tries)) }
  await own.set({ failure: reason, ...next }).execute()
}
