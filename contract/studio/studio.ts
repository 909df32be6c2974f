import * as z from 'zod/mini'
import { callKinds } from '#contract/calls/calls.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { instant, memberId, nothing, success } from '#contract/core/shared.ts'
import { waitingCallers } from '#contract/people/availability.ts'
import { callRates, presenceStates, scheduleSlot } from '#contract/people/people.ts'
import { rateBounds } from '#contract/people/rates.ts'

/** Slots of a week's schedule. */
export const scheduleSlotsMax = 28

export const studioSettings = z.object({
  rates: callRates,
  bounds: z.object({ video: rateBounds, voice: rateBounds }),
  schedule: z.array(scheduleSlot),
  /** Shown as 待機中 without an open page, as long as a push reaches the broadcaster (product.md 3.18). */
  pushStandby: z.boolean(),
  /** Other services show name, portrait and a sentence where somebody shares a link to the profile. */
  isShared: z.boolean(),
})
export type StudioSettings = z.infer<typeof studioSettings>

/** Callers whom the home page names at most; its other counts stop at `homeCountMax`. */
export const waitingCallersMax = 10
export const homeCountMax = 99

/** A caller who asked for a call back, or whose ring nobody answered. */
export const waitingCaller = z.object({
  partner: z.object({ id: memberId, name: z.string(), avatarId: z.nullable(z.string()) }),
  /** `inCall`: can't be called now. Whether a page of a caller is open is shown to nobody. */
  isBusy: z.boolean(),
  reason: z.enum(['videoRequest', 'missedCall']),
  kind: z.enum(callKinds),
  at: instant,
  /** Connected calls of the two so far. */
  earlierCalls: z.int(),
})
export type CallbackRequest = z.infer<typeof waitingCaller>

export const broadcasterHome = z.object({
  /** In points, less what was returned to callers; a return of an earlier day's points can make a day negative. */
  earned: z.object({ today: z.int(), yesterday: z.int(), month: z.int() }),
  /** Newest first. */
  waiting: z.array(waitingCaller),
  /** Callers who search for a random partner now. */
  searchingCallers: z.int(),
  unreadConversations: z.int(),
  unansweredReviews: z.int(),
  hasPayoutAccount: z.boolean(),
})
export type BroadcasterHome = z.infer<typeof broadcasterHome>

const settingsOutput = z.object({ type: success, settings: studioSettings })

/** A broadcaster's settings of incoming calls; other members are refused. */
export const studioEndpoints = {
  updateCallWaiting: defineEndpoint({
    method: 'POST',
    path: '/api/update-call-waiting',
    access: 'session',
    summary: "Switches the broadcaster's standby (待機) on or off",
    input: z.object({ waiting: z.boolean() }),
    output: z.object({ type: success, waiting: z.boolean(), state: z.enum(presenceStates) }),
    refusals: ['forbidden'],
  }),
  getMyStandby: defineEndpoint({
    method: 'POST',
    path: '/api/get-my-standby',
    access: 'session',
    summary: "A broadcaster's own standby switch and state, and how many callers wait to be notified",
    input: nothing,
    output: z.object({
      type: success,
      waiting: z.boolean(),
      state: z.enum(presenceStates),
      rates: callRates,
      waitingCallers,
    }),
    refusals: ['forbidden'],
  }),
  getStudioSettings: defineEndpoint({
    method: 'POST',
    path: '/api/get-studio-settings',
    access: 'session',
    summary:
      "A broadcaster's own rates with their bounds, schedule, push standby and whether links show a card",
    input: nothing,
    output: settingsOutput,
    refusals: ['forbidden'],
  }),
  getBroadcasterHome: defineEndpoint({
    method: 'POST',
    path: '/api/get-broadcaster-home',
    access: 'session',
    summary: "A broadcaster's own day: earnings, callers who wait for a call back, what is to be done",
    input: nothing,
    output: z.object({ type: success, home: broadcasterHome }),
    refusals: ['forbidden'],
  }),
  updateCallRates: defineEndpoint({
    method: 'POST',
    path: '/api/update-call-rates',
    access: 'session',
    summary:
      "The broadcaster's prices; null for a kind that is not accepted. Running and ringing calls keep theirs",
    input: z.object({ rates: callRates }),
    output: settingsOutput,
    refusals: ['forbidden', 'rateOutOfBounds', 'rateNoneLeft'],
  }),
  updateSchedule: defineEndpoint({
    method: 'POST',
    path: '/api/update-schedule',
    access: 'session',
    summary: "The broadcaster's week, in place of the one before; slots must not overlap",
    input: z.object({ schedule: z.array(scheduleSlot).check(z.maxLength(scheduleSlotsMax)) }),
    output: settingsOutput,
    refusals: ['forbidden', 'scheduleWrong'],
  }),
  updatePushStandby: defineEndpoint({
    method: 'POST',
    path: '/api/update-push-standby',
    access: 'session',
    summary: 'Standby without an open page; refused where no push would reach the broadcaster',
    input: z.object({ pushStandby: z.boolean() }),
    output: settingsOutput,
    refusals: ['forbidden', 'pushMissing', 'ringPushOff'],
  }),
  updateSharing: defineEndpoint({
    method: 'POST',
    path: '/api/update-sharing',
    access: 'session',
    summary: 'Whether a shared link to the profile shows a card with name, portrait and a sentence',
    input: z.object({ isShared: z.boolean() }),
    output: settingsOutput,
    refusals: ['forbidden'],
  }),
}
