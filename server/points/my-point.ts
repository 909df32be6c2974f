import { expectedChargedMs } from '#domain/calls/expected-charge.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { seatedCallId } from '#server/members/call-seat.ts'
import { meterView } from './metering/metering.ts'
import { msUntilExpiry, type ReadPoint } from './point-cache.ts'
import { pointOf, type Wallet, walletOf } from './queries.ts'

/** The balance, less what the member's running call has used in whole increments and not yet paid. */
export const myPoint = (context: Context, memberId: string): Promise<number> =>
  context.pointCache.of(memberId, () => readPoint(context, context.db, memberId))

/** What `myPoint` says, and the wallet that it belongs to: both of one moment, and neither from the cache. */
export const myWallet = (context: Context, memberId: string): Promise<Wallet> =>
  context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const wallet = await walletOf(tx, memberId)
      return { ...wallet, point: (await readPoint(context, tx, memberId)).value }
    })

const readPoint = async (context: Context, db: Db | Tx, memberId: string): Promise<ReadPoint> => {
  const callId = await seatedCallId(db, memberId)
  if (callId) return { value: await pointInCall(context, db, memberId, callId), steadyMs: 0 }
  const [steadyMs, value] = await Promise.all([msUntilExpiry(db, memberId), pointOf(db, memberId)])
  return { value, steadyMs }
}

const pointInCall = async (
  { media }: Context,
  db: Db | Tx,
  memberId: string,
  callId: string,
): Promise<number> => {
  const reading = media.readings().get(callId)
  const view = await meterView(db, callId, reading && expectedChargedMs(reading), reading?.segments)
  if (view?.payerId === memberId && view.state === 'open') return view.point
  return pointOf(db, memberId)
}
