import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, imageId, instant, memberId, points, success } from '#contract/core/shared.ts'
import { galleryPicturesMax } from './gallery.ts'

/** Graphemes of a wish. */
export const requestWishMax = 200
/** A caller's requests that wait for their delivery at the same time, with all broadcasters. */
export const openRequestsMax = 3
/** From the sending on; then the points are released. */
export const requestHours = 72

export const requestSides = ['caller', 'broadcaster'] as const
export type RequestSide = (typeof requestSides)[number]

/** `open` waits for the broadcaster's answer, `accepted` for the delivery. The points are held in both. */
export const requestPhases = ['open', 'accepted', 'delivered', 'declined', 'cancelled', 'expired'] as const
export type RequestPhase = (typeof requestPhases)[number]

/** What members are notified of. */
export const requestMoments = ['sent', 'accepted', 'delivered', 'declined', 'cancelled', 'expired'] as const
export type RequestMoment = (typeof requestMoments)[number]

const imageRequest = z.object({
  requestId: commandId,
  /** The viewer's side. */
  side: z.enum(requestSides),
  partner: z.object({ id: memberId, name: z.string(), avatarId: z.nullable(z.string()) }),
  wish: z.string(),
  /** What the caller offers. */
  points,
  /** The broadcaster's share of it. */
  earns: points,
  phase: z.enum(requestPhases),
  sentAt: instant,
  expiresAt: instant,
  /** The delivered item, for the caller and the broadcaster alone; null before, and after a removal. */
  itemId: z.nullable(commandId),
})
export type ImageRequest = z.infer<typeof imageRequest>

const requestInput = z.object({ requestId: commandId })
const changed = z.object({ type: success, request: imageRequest })

/** Wishes for pictures, with points that are held until the delivery (product.md 7.12). */
export const imageRequestEndpoints = {
  sendImageRequest: defineEndpoint({
    method: 'POST',
    path: '/api/send-image-request',
    access: 'session',
    summary: 'Asks a broadcaster for pictures; the points are held. The same id again is the same request',
    takesText: true,
    input: z.object({
      requestId: commandId,
      partnerId: memberId,
      wish: z.string().check(z.maxLength(40 * requestWishMax)),
      points,
      /** The caller was warned about this wish and sends it nevertheless. */
      isWarned: z._default(z.boolean(), false),
    }),
    output: z.extend(changed, {
      /** The caller's balance afterwards, without what is held. */
      point: points,
    }),
    refusals: [
      'forbidden',
      'requestWishWrong',
      'galleryPriceWrong',
      'notFound',
      'underAge',
      'idempotencyMismatch',
      'requestTooMany',
      'proposalTooOften',
      'contactWarning',
      'contactRefused',
      'insufficientPoints',
    ],
  }),
  getImageRequests: defineEndpoint({
    method: 'POST',
    path: '/api/get-image-requests',
    access: 'session',
    summary:
      "The member's requests, sent or received: open ones by their end, then those of the last 30 days",
    input: z.object({
      /** Only those with this member. */
      partnerId: z.optional(memberId),
    }),
    output: z.object({
      type: success,
      requests: z.array(imageRequest),
      /** What a caller may offer. */
      offers: z.object({ min: points, max: points }),
    }),
    refusals: [],
  }),
  acceptImageRequest: defineEndpoint({
    method: 'POST',
    path: '/api/accept-image-request',
    access: 'session',
    summary: 'The broadcaster promises the pictures',
    input: requestInput,
    output: changed,
    refusals: ['notFound', 'requestGone'],
  }),
  declineImageRequest: defineEndpoint({
    method: 'POST',
    path: '/api/decline-image-request',
    access: 'session',
    summary: 'The broadcaster declines, also after accepting; the points are released',
    input: requestInput,
    output: changed,
    refusals: ['notFound', 'requestGone'],
  }),
  cancelImageRequest: defineEndpoint({
    method: 'POST',
    path: '/api/cancel-image-request',
    access: 'session',
    summary: 'The caller takes the request back before it is accepted; the points are released',
    input: requestInput,
    output: changed,
    refusals: ['notFound', 'requestGone'],
  }),
  deliverImageRequest: defineEndpoint({
    method: 'POST',
    path: '/api/deliver-image-request',
    access: 'session',
    summary: 'The broadcaster delivers uploaded pictures to this caller alone, and earns the share',
    input: z.extend(requestInput, {
      imageIds: z.array(imageId).check(z.minLength(1), z.maxLength(galleryPicturesMax)),
    }),
    output: changed,
    refusals: ['notFound', 'requestGone', 'imageGone', 'galleryPictureRefused'],
  }),
}
