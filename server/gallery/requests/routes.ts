import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { ImageRequest, imageRequestEndpoints } from '#contract/gallery/requests.ts'
import type { Context } from '#server/context.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { myPoint } from '#server/points/my-point.ts'
import { gallerySetting } from '../setting.ts'
import { applyMemberAction } from './apply-request-event.ts'
import { deliverRequest } from './deliver-request.ts'
import { requestsOf } from './request-record.ts'
import { sendRequest } from './send-request.ts'

/** The request as the viewer sees it after a deed, unless the deed was refused. */
const after = async <Code extends Refusal['refused']>(
  { db }: Context,
  memberId: string,
  requestId: string,
  refused: null | Refusal<Code>,
): Promise<{ type: 'success'; request: ImageRequest } | Refusal<Code | 'notFound'>> => {
  if (refused) return refused
  const [request] = await requestsOf(db, memberId, { requestId })
  return request ? { type: 'success', request } : refuse('notFound')
}

/** Without pictures no deed is refused because of them. */
const deed = async (
  context: Context,
  memberId: string,
  requestId: string,
  type: 'accept' | 'decline' | 'cancel',
) =>
  after(
    context,
    memberId,
    requestId,
    (await applyMemberAction(context, memberId, requestId, { type })) as null | Refusal<
      'notFound' | 'requestGone'
    >,
  )

export const imageRequestHandlers: HandlersOf<typeof imageRequestEndpoints> = {
  sendImageRequest: async ({ context, viewer, input }) => {
    const { memberId } = viewer
    const sent = await after(context, memberId, input.requestId, await sendRequest(context, viewer, input))
    return 'refused' in sent ? sent : { ...sent, point: await myPoint(context, memberId) }
  },

  getImageRequests: async ({ context, viewer, input }) => {
    const { min, max } = await gallerySetting(context.db)
    const requests = await requestsOf(context.db, viewer.memberId, { partnerId: input.partnerId })
    return { type: 'success', requests, offers: { min, max } }
  },

  acceptImageRequest: ({ context, viewer, input }) =>
    deed(context, viewer.memberId, input.requestId, 'accept'),

  declineImageRequest: ({ context, viewer, input }) =>
    deed(context, viewer.memberId, input.requestId, 'decline'),

  cancelImageRequest: ({ context, viewer, input }) =>
    deed(context, viewer.memberId, input.requestId, 'cancel'),

  deliverImageRequest: async ({ context, viewer: { memberId }, input }) => {
    if (!context.limits.imageDelivery.admits(memberId)) return refuse('tooManyRequests')
    return after(context, memberId, input.requestId, await deliverRequest(context, memberId, input))
  },
}
