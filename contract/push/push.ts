import * as z from 'zod/mini'
import { bookingMoments } from '#contract/bookings/bookings.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, memberId, nothing, success, userToken } from '#contract/core/shared.ts'
import { noticeTarget } from '#contract/notifications/notice-target.ts'
import type { MemberNoticeKind } from '#contract/notifications/notifications.ts'

/** A subscription as JSON has about 400 characters, an FCM token about 170. */
const fcmTokenMax = 4_000

/** How this server reaches closed pages, as the browser needs to know it. */
export const pushSetup = z.discriminatedUnion('provider', [
  /** `publicKey`: VAPID, base64url, as PushManager.subscribe takes it. */
  z.object({ provider: z.literal('webPush'), publicKey: z.string() }),
  z.object({
    provider: z.literal('fcm'),
    vapidKey: z.string(),
    app: z.object({
      apiKey: z.string(),
      projectId: z.string(),
      messagingSenderId: z.string(),
      appId: z.string(),
    }),
  }),
])
export type PushSetup = z.infer<typeof pushSetup>

/** Kinds of the inbox that are pushed by it; others have their own push, or none. */
export const inboxPushKinds = [
  'favouritePost',
  'favouriteItem',
  'timeline',
  'boardAnswered',
  'gallerySold',
  'galleryReviewed',
  'imageRequest',
  'market',
  'payoutMoved',
] as const satisfies MemberNoticeKind[]

const inboxPush = z.object({
  kind: z.literal('inbox'),
  /** A later push with the same key takes the place of this one. */
  key: z.string(),
  about: z.object({ kind: z.enum(inboxPushKinds), moment: z.nullable(z.string()) }),
  /** Empty where nobody may be named. */
  partnerName: z.string(),
  target: noticeTarget,
})
export type InboxPush = z.infer<typeof inboxPush>

/**
 * What the service worker is sent, encrypted for it alone. No message text, no token: a locked screen shows it. Times
 * are milliseconds of the server's clock. Under Web Push it is the push event's JSON itself; under FCM it is JSON in
 * `data.message` of that, and every `partnerName` is empty, because Google reads what it delivers.
 */
export const pushMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ring'),
    callId: z.string(),
    callType: z.enum(['voice', 'video', 'random', 'live']),
    partnerId: memberId,
    partnerName: z.string(),
    rungAt: z.int(),
  }),
  /** Takes the ring's notification away, and leaves 不在着信 when nobody answered. */
  z.object({
    kind: z.literal('ringOver'),
    callId: z.string(),
    isMissed: z.boolean(),
    partnerId: memberId,
    partnerName: z.string(),
  }),
  z.object({ kind: z.literal('videoRequest'), partnerId: memberId, partnerName: z.string() }),
  /** Somebody has written. */
  z.object({ kind: z.literal('chat'), partnerId: memberId, partnerName: z.string() }),
  /** Somebody the member favours waits for calls now. */
  z.object({ kind: z.literal('favouriteStandby'), partnerId: memberId, partnerName: z.string() }),
  /** Somebody the member favours is live now. */
  z.object({ kind: z.literal('favouriteLive'), partnerId: memberId, partnerName: z.string() }),
  /** The broadcaster for whom the member waited is on standby now. */
  z.object({ kind: z.literal('partnerAvailable'), partnerId: memberId, partnerName: z.string() }),
  /** A booking of a time for a call has changed, or its time is near. */
  z.object({
    kind: z.literal('booking'),
    moment: z.enum(bookingMoments),
    partnerId: memberId,
    partnerName: z.string(),
    startsAt: z.int(),
  }),
  /** The inbox has got something. */
  inboxPush,
])
export type PushMessage = z.infer<typeof pushMessage>

export const pushEndpoints = {
  getPushSetup: defineEndpoint({
    method: 'POST',
    path: '/api/get-push-setup',
    access: 'session',
    summary: 'With what a page asks its browser for a push address',
    input: nothing,
    output: z.object({ type: success, push: pushSetup }),
    refusals: [],
  }),
  updateFcmToken: defineEndpoint({
    method: 'POST',
    path: '/api/update-fcm-token',
    access: 'session',
    summary:
      "Registers this browser's push address: an FCM token or, under Web Push, the subscription as JSON (product.md 8.8). It belongs to the session and goes with it",
    input: z.object({
      token: userToken,
      fcmToken: z.string().check(z.minLength(1), z.maxLength(fcmTokenMax)),
    }),
    output: done,
    refusals: ['forbidden', 'pushAddressWrong'],
  }),
  deleteFcmToken: defineEndpoint({
    method: 'POST',
    path: '/api/delete-fcm-token',
    access: 'session',
    summary: "Deletes this session's push address",
    input: nothing,
    output: done,
    refusals: [],
  }),
}
