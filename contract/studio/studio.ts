import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { nothing, success } from '#contract/core/shared.ts'
import { waitingCallers } from '#contract/people/availability.ts'
import { callRates, presenceStates, scheduleSlot } from '#contract/people/people.ts'
import { rateBounds } from '#contract/people/rates.ts'

/** Slots of a week's schedule. */
export const scheduleSlotsMax = 28

export const studioSettings = z.object({
  rates: callRates,
  bounds: z.object({ video: rateBounds, voice: rateBounds }),
  schedule: z.array(scheduleSlot),
  /** Shown as 待機中 without an open page, as long as a push reaches the broadcaster (product.md 3). */
  pushStandby: z.boolean(),
})
export type StudioSettings = z.infer<typeof studioSettings>

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
    summary: "A broadcaster's own rates with their bounds, schedule and push standby",
    input: nothing,
    output: settingsOutput,
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
}
