import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, nothing, success } from '#contract/core/shared.ts'

/** What operators set for the flow of all live rooms. */
const flowSetting = z.object({
  /** What a comment costs a watcher, in points; the step of 5 keeps the broadcaster's 40% a whole number. */
  commentPoints: z.int().check(z.minimum(5), z.maximum(500), z.multipleOf(5)),
  /** The most that one member gets for one goal, in points that the platform pays. */
  goalBonusMax: z.int().check(z.minimum(0), z.maximum(500)),
  /** And no more than this part of what the member gave. */
  goalBonusPercent: z.int().check(z.minimum(0), z.maximum(30)),
  /** Whether toy menus and their devices may be used. */
  hasDevices: z.boolean(),
})
export type FlowSetting = z.infer<typeof flowSetting>

const operatorPresent = z.object({
  presentId: z.string().check(z.regex(/^[a-z]{1,20}$/)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
  points: z.int().check(z.minimum(50), z.maximum(500), z.multipleOf(5)),
  picture: z.string(),
  isOnSale: z.boolean(),
})
export type OperatorPresent = z.infer<typeof operatorPresent>

const refusedWordMax = 40
const refusedWordsMax = 500

export const operatorLiveFlowEndpoints = {
  operatorLiveFlow: defineEndpoint({
    method: 'POST',
    path: '/api/operator/live-flow',
    access: 'operator',
    summary: 'Prices, limits, presents in their order, and refused words of live rooms',
    input: nothing,
    output: z.object({
      type: success,
      setting: flowSetting,
      presents: z.array(operatorPresent),
      words: z.array(z.string()),
    }),
    refusals: [],
  }),
  operatorSetLiveFlow: defineEndpoint({
    method: 'POST',
    path: '/api/operator/set-live-flow',
    access: 'operator',
    summary: 'Sets prices and limits of live rooms from now on',
    input: flowSetting,
    output: done,
    refusals: [],
  }),
  operatorSetPresents: defineEndpoint({
    method: 'POST',
    path: '/api/operator/set-presents',
    access: 'operator',
    summary: 'Sets name, price, sale and order of every present; pictures stay',
    input: z.object({
      presents: z.array(z.omit(operatorPresent, { picture: true })).check(z.maxLength(100)),
    }),
    output: done,
    refusals: ['livePresentsWrong'],
  }),
  operatorSetLiveWords: defineEndpoint({
    method: 'POST',
    path: '/api/operator/set-live-words',
    access: 'operator',
    summary: 'Replaces the words that no comment may contain',
    input: z.object({
      words: z
        .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(refusedWordMax)))
        .check(z.maxLength(refusedWordsMax)),
    }),
    output: done,
    refusals: ['liveWordWrong'],
  }),
}
