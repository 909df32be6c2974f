import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { type RequestEvent, requestStep } from '#domain/gallery/image-request.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { captureHold, lockAccountsOfHolds, releaseHold } from '#server/points/ledger/ledger.ts'
import { lockPair } from '#server/safety/pair-lock.ts'
import { isBlockedPair } from '#server/safety/queries.ts'
import { deliverItem } from './deliver-item.ts'
import { noticeRequest } from './request-notices.ts'
import {
  findRequest,
  lockRequest,
  lockRequestSides,
  type RequestRecord,
  requestSideOf,
} from './request-record.ts'

type Parts = Pick<Context, 'events' | 'db'>
type EventRefusal = 'notFound' | 'requestGone' | 'imageGone' | 'galleryPictureRefused'

/** What a member asks for; the side is looked up. */
export type RequestAction =
  | { type: 'accept' | 'decline' | 'cancel' }
  | { type: 'deliver'; picturesOf: Parameters<typeof deliverItem>[2] }

/**
 * What a member does with a request. To anybody but its two sides, and across a block, there is no such request. The order
 * of the refusals: notFound, requestGone, those of the pictures.
 */
export const applyMemberAction = async (
  context: Parts,
  memberId: string,
  requestId: string,
  deed: RequestAction,
): Promise<null | Refusal<EventRefusal>> => {
  // Its sides never change.
  const seen = await findRequest(context.db, requestId)
  const by = seen && requestSideOf(seen, memberId)
  if (!seen || !by) return refuse('notFound')
  return inTransaction<null | Refusal<EventRefusal>>(context.db, async (tx) => {
    await lockPair(tx, seen.callerId, seen.broadcasterId)
    if (await isBlockedPair(tx, seen.callerId, seen.broadcasterId)) return refuse('notFound')
    const request = await lockRequest(tx, requestId)
    if (!request) return refuse('notFound')
    return apply(context, tx, request, { type: deed.type, by }, deed)
  })
}

/** Every event: the request is locked; it is decided once, and points, phase and notice move together. */
const apply = async (
  context: Pick<Context, 'events'>,
  tx: Tx,
  request: RequestRecord,
  event: RequestEvent,
  deed?: RequestAction,
): Promise<null | Refusal<EventRefusal>> => {
  const step = requestStep(request, event, request.now)
  if (isRefusal(step)) return step
  const { phase, effect, notice } = step
  if (phase === request.phase) return null
  let itemId: string | null = null
  if (effect === 'release') await releaseHold(tx, request.holdId)
  if (effect === 'capture') {
    if (deed?.type !== 'deliver') throw new Error(`request ${request.id} was delivered without pictures`)
    const delivered = await payAndDeliver(tx, request, deed.picturesOf)
    if (isRefusal(delivered)) return delivered
    itemId = delivered.itemId
  }
  await sql`
    update gallery_request set phase = ${phase}, item_id = ${itemId}, changed_at = now()
    where id = ${request.id}`.execute(tx)
  if (effect !== 'none')
    for (const memberId of [request.callerId, request.broadcasterId])
      await context.events.publish(tx, { type: 'point:changed', memberId })
  if (notice) await noticeRequest(tx, request, notice)
  return null
}

/** Turns the held points into a payment. A hold that has ended can't be captured: the request is about to end as well. */
const payAndDeliver = async (
  tx: Tx,
  request: RequestRecord,
  pictures: Parameters<typeof deliverItem>[2],
): Promise<{ itemId: string } | Refusal<EventRefusal>> => {
  const paid = await captureHold(tx, {
    key: 'galleryRequest',
    holdId: request.holdId,
    payeeId: request.broadcasterId,
    points: request.points,
    purpose: 'galleryRequest',
  })
  return isRefusal(paid) ? refuse('requestGone') : deliverItem(tx, request, pictures, paid.transferId)
}

/** Requests of one round; the next round continues with the rest. */
const perRound = 200

/** Ends the requests whose time is over, each in a transaction of its own. The answer is how many. */
export const expireRequests = async (context: Pick<Context, 'db' | 'events' | 'log'>): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    select id from gallery_request where phase in ('open', 'accepted') and expires_at <= now()
    order by expires_at limit ${perRound}`.execute(context.db)
  for (const { id } of rows)
    await inTransaction(context.db, async (tx) => {
      const request = await lockRequest(tx, id)
      if (request) await apply(context, tx, request, { type: 'tick' })
    }).catch((error: unknown) => context.log.error('image-request-not-ended', { requestId: id, error }))
  return rows.length
}

const closeThose = async (
  context: Pick<Context, 'events'>,
  tx: Tx,
  memberId: string,
  partnerId: string | null,
): Promise<void> => {
  const { rows } = await sql<{ id: string; holdId: number }>`
    select id, hold_id as "holdId" from gallery_request
    where phase in ('open', 'accepted') and ${memberId} in (caller_id, broadcaster_id)
      and (${partnerId}::text is null or ${partnerId} in (caller_id, broadcaster_id))
    order by id for update`.execute(tx)
  // All rows, then all accounts: one after the other would take the accounts in the order of the requests.
  await lockAccountsOfHolds(
    tx,
    rows.map(({ holdId }) => holdId),
  )
  for (const { id } of rows) {
    const request = await lockRequest(tx, id)
    if (request) await apply(context, tx, request, { type: 'close' })
  }
}

/** With a block, whose transaction has locked the pair: the points are released, and no notice says why. */
export const closeRequestsOfPair = (
  context: Pick<Context, 'events'>,
  tx: Tx,
  memberId: string,
  partnerId: string,
): Promise<void> => closeThose(context, tx, memberId, partnerId)

/** With an account that is deactivated. No new request begins before the account is closed. */
export const closeRequestsOf = async (
  context: Pick<Context, 'events'>,
  tx: Tx,
  memberId: string,
): Promise<void> => {
  await lockRequestSides(tx, [memberId])
  await closeThose(context, tx, memberId, null)
}
