import { postConversion } from '#adapters/conversion/postback.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { deliverDue } from '#server/outbox/delivery.ts'

const sendEveryMs = 5_000
/** A campaign settles its accounts within days. */
const worthwhileMs = 3 * 24 * 3_600_000

type PostbackContext = Pick<Context, 'config' | 'db' | 'log' | 'now'>

/**
 * Queues the postback that reports a registration to the campaign's host when `tx` commits, if there is a
 * host.
 */
export const addConversion = async (
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  row: { member_id: string; campaign_code: string; analytics_client_id: string | null; registered_at: Date },
): Promise<void> => {
  if (config.audience.conversionPostbackUrl === undefined) return
  const expires_at = new Date(row.registered_at.getTime() + worthwhileMs)
  await tx
    .insertInto('conversion_postback')
    .values({ ...row, next_try_at: row.registered_at, expires_at })
    .execute()
}

export const startConversionPostbacks = (context: PostbackContext): Loops =>
  loop(context, 'conversions', sendEveryMs, () => sendConversionPostbacks(context))

interface DueConversion {
  id: string
  tries: number
  campaign_code: string
  analytics_client_id: string | null
  registered_at: Date
}

/** Sends the postbacks that are due. Any number of processes may run it at once. */
export const sendConversionPostbacks = async (context: PostbackContext): Promise<void> => {
  const url = context.config.audience.conversionPostbackUrl
  if (url === undefined) return
  await deliverDue<DueConversion>(context, {
    name: 'conversion',
    table: 'conversion_postback',
    content: 'analytics_client_id',
    keepsContent: false,
    send: (due) =>
      postConversion(url, {
        id: due.id,
        campaignCode: due.campaign_code,
        analyticsClientId: due.analytics_client_id,
        registeredAt: due.registered_at,
      }),
  })
}
