import { sql } from 'kysely'
import type { InputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { type imageRequestEndpoints, requestHours } from '#contract/gallery/requests.ts'
import { chatDecision } from '#domain/chat/sides.ts'
import { mayOpenAnother, readWish } from '#domain/gallery/image-request.ts'
import { isPriceAllowed } from '#domain/gallery/written-item.ts'
import { chatFacts } from '#server/chat/send-facts.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isAnyClosed } from '#server/members/queries.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { placeHold } from '#server/points/ledger/ledger.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { lockPair } from '#server/safety/pair-lock.ts'
import { proposalRateDecision } from '#server/safety/proposal-rate.ts'
import { gallerySetting } from '../setting.ts'
import { noticeRequest } from './request-notices.ts'
import { findRequest, lockRequestSides } from './request-record.ts'

type Input = InputOf<typeof imageRequestEndpoints.sendImageRequest>
type SendRefusal =
  | 'forbidden'
  | 'requestWishWrong'
  | 'galleryPriceWrong'
  | 'notFound'
  | 'underAge'
  | 'idempotencyMismatch'
  | 'requestTooMany'
  | 'proposalTooOften'
  | 'contactWarning'
  | 'contactRefused'
  | 'insufficientPoints'

/** The hold outlives its request, whose end releases it. */
const holdSeconds = (requestHours + 24) * 3_600

/**
 * Sends a wish with points, which are held. The same id with the same content is the same request. Locks the pair, the
 * requests of both, then the wallet.
 *
 * The order of the refusals: forbidden (not a caller), requestWishWrong, galleryPriceWrong, notFound, underAge,
 * idempotencyMismatch, requestTooMany, proposalTooOften, the contact guard's, insufficientPoints.
 */
export const sendRequest = async (
  context: Context,
  { memberId, role }: Viewer,
  input: Input,
): Promise<null | Refusal<SendRefusal>> => {
  if (role !== 'caller') return refuse('forbidden')
  const wish = readWish(input.wish)
  if (isRefusal(wish)) return wish
  if (input.points === 0 || !isPriceAllowed(input.points, await gallerySetting(context.db)))
    return refuse('galleryPriceWrong')
  return inTransaction<null | Refusal<SendRefusal>>(context.db, async (tx) => {
    const decided = await decide(context, tx, memberId, { ...input, wish })
    if (decided === 'repeated') return null
    return decided ?? holdAndInsert(context, tx, memberId, { ...input, wish })
  })
}

const decide = async (
  { now }: Context,
  tx: Tx,
  callerId: string,
  { requestId, partnerId, wish, points, isWarned }: Input,
): Promise<null | 'repeated' | Refusal<SendRefusal>> => {
  await lockPair(tx, callerId, partnerId)
  await lockRequestSides(tx, [callerId, partnerId])
  const sides = chatDecision(await chatFacts(tx, callerId, partnerId, now()))
  if (isRefusal(sides)) return refuse(sides.refused === 'underAge' ? 'underAge' : 'notFound')
  if (sides.broadcasterId !== partnerId || (await isAnyClosed(tx, [callerId, partnerId])))
    return refuse('notFound')
  const known = await findRequest(tx, requestId)
  if (known) {
    const isSame = known.callerId === callerId && known.broadcasterId === partnerId && known.wish === wish
    return isSame && known.points === points ? 'repeated' : refuse('idempotencyMismatch')
  }
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from gallery_request
    where caller_id = ${callerId} and phase in ('open', 'accepted')`.execute(tx)
  if (!mayOpenAnother(rows[0]?.open ?? 0)) return refuse('requestTooMany')
  const tooOften = await proposalRateDecision(tx, 'gallery_request', callerId, partnerId)
  if (tooOften) return tooOften
  return contactGuardDecision(tx, { text: wish, isWarned })
}

const holdAndInsert = async (
  context: Context,
  tx: Tx,
  callerId: string,
  { requestId, partnerId, wish, points }: Input,
): Promise<null | Refusal<SendRefusal>> => {
  const held = await placeHold(tx, {
    key: `galleryRequest:${requestId}`,
    memberId: callerId,
    points,
    validSeconds: holdSeconds,
    reference: requestId,
  })
  if (isRefusal(held)) return held
  // Another member's request has this id, or an erased one had it.
  if (held.isRepeat) return refuse('idempotencyMismatch')
  const { rows } = await sql`
    insert into gallery_request (id, caller_id, broadcaster_id, wish, points, hold_id, expires_at)
    values (${requestId}, ${callerId}, ${partnerId}, ${wish}, ${points}, ${held.holdId},
      now() + make_interval(hours => ${requestHours}::int))
    on conflict (id) do nothing returning id`.execute(tx)
  if (rows.length === 0) return refuse('idempotencyMismatch')
  await noticeRequest(
    tx,
    { id: requestId, callerId, broadcasterId: partnerId, points },
    { to: 'broadcaster', moment: 'sent' },
  )
  await context.events.publish(tx, { type: 'point:changed', memberId: callerId })
  return null
}
