import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, nothing, points, success } from '#contract/core/shared.ts'

/** `onboarding`: once per member. `daily`: once a Japanese day. `streak`: after so many days in a row. */
export const missionKinds = ['onboarding', 'daily', 'streak'] as const
export type MissionKind = (typeof missionKinds)[number]

/** What counts for a mission. */
export const missionEvents = [
  'profile',
  'favourite',
  'chat',
  'call',
  'phone',
  'push',
  'board',
  'checkIn',
] as const
export type MissionEvent = (typeof missionEvents)[number]

/** `locked`: the member can't receive it; `open`: not reached yet; `ready`: its bonus waits. */
export const missionStates = ['locked', 'open', 'ready', 'received'] as const
export type MissionState = (typeof missionStates)[number]

const missionId = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/))

const mission = z.object({
  missionId,
  kind: z.enum(missionKinds),
  event: z.enum(missionEvents),
  title: z.string(),
  target: z.int(),
  /** At most `target`. */
  done: z.int(),
  points,
  state: z.enum(missionStates),
})
export type Mission = z.infer<typeof mission>

const operatorMission = z.object({
  missionId,
  kind: z.enum(missionKinds),
  event: z.enum(missionEvents),
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  target: z.int().check(z.minimum(1), z.maximum(100)),
  points: z.int().check(z.minimum(1), z.maximum(1_000)),
  isOpen: z.boolean(),
})
export type OperatorMission = z.infer<typeof operatorMission>

/** ミッション (product.md, section 15). */
export const missionsEndpoints = {
  getMissionProgress: defineEndpoint({
    method: 'POST',
    path: '/api/get-mission-progress',
    access: 'session',
    summary: "The missions with the member's progress, counted by the server from what happened",
    input: nothing,
    output: z.object({ type: success, missions: z.array(mission) }),
    refusals: [],
  }),
  receiveMissionBonus: defineEndpoint({
    method: 'POST',
    path: '/api/receive-mission-bonus',
    access: 'session',
    summary: "Grants a reached mission's points, once per mission and member, or per day",
    input: z.object({ missionId }),
    output: z.object({
      type: success,
      /** What was granted now; a repeat of the day answers the same. */
      points,
      point: points,
    }),
    refusals: ['notFound', 'missionLocked', 'missionOpen'],
  }),
}

export const operatorMissionsEndpoints = {
  operatorMissions: defineEndpoint({
    method: 'POST',
    path: '/api/operator/missions',
    access: 'operator',
    summary: 'All missions, closed ones too, with the points they have granted so far',
    input: nothing,
    output: z.object({
      type: success,
      missions: z.array(z.extend(operatorMission, { received: z.int(), granted: z.int() })),
    }),
    refusals: [],
  }),
  operatorSaveMission: defineEndpoint({
    method: 'POST',
    path: '/api/operator/save-mission',
    access: 'operator',
    summary: 'Adds a mission, or changes one; what was received stays',
    input: operatorMission,
    output: done,
    refusals: ['missionWrong'],
  }),
}
