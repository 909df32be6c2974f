import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { requestStep } from '#domain/gallery/image-request.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { isBlockedPair } from '#server/safety/queries.ts'
import { hashesOfUploads } from '../picture-hashes.ts'
import { applyMemberAction } from './apply-request-event.ts'
import { findRequest, requestSideOf } from './request-record.ts'

/**
 * The broadcaster delivers uploaded pictures. The order of the refusals: notFound, requestGone, imageGone,
 * galleryPictureRefused.
 */
export const deliverRequest = async (
  context: Context,
  memberId: string,
  input: { requestId: string; imageIds: readonly string[] },
) => {
  const { requestId } = input
  const awaits = await awaitsPictures(context.db, memberId, requestId)
  if (isRefusal(awaits)) return awaits
  const imageIds = [...new Set(input.imageIds)]
  // Before the transaction, because decoding takes a while; only uploads that are not in use yet are decoded.
  const hashes = awaits ? await hashesOfUploads(context, imageIds, memberId) : []
  return applyMemberAction(context, memberId, requestId, {
    type: 'deliver',
    picturesOf: { imageIds, hashes },
  })
}

/**
 * Whether this member's pictures are awaited, so that nobody else's are decoded; false once they were delivered. It is
 * decided again under the locks.
 */
const awaitsPictures = async (
  db: Db,
  memberId: string,
  requestId: string,
): Promise<boolean | Refusal<'notFound' | 'requestGone'>> => {
  const request = await findRequest(db, requestId)
  const by = request && requestSideOf(request, memberId)
  if (!request || !by) return refuse('notFound')
  if (await isBlockedPair(db, request.callerId, request.broadcasterId)) return refuse('notFound')
  const step = requestStep(request, { type: 'deliver', by }, request.now)
  return isRefusal(step) ? step : step.effect === 'capture'
}
