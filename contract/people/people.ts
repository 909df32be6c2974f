import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { instant, memberId, success } from '#contract/core/shared.ts'

/** 待機中 / 通話中 / 配信中 / オフライン (product.md 2.2). `live` is a broadcaster with an open live room. */
export const presenceStates = ['standby', 'inCall', 'live', 'offline'] as const
export type PresenceState = (typeof presenceStates)[number]

/** Specification 5: 1 to 5, default 5. */
export const reviewScoreMin = 1
export const reviewScoreMax = 5
export const reviewScoreDefault = 5
/** Specification 5: an empty text is allowed, one of 1 to 9 characters is not. */
export const reviewTextMin = 10
export const reviewTextMax = 500

const rating = z.object({
  /** Mean of the scores to one decimal; null without a review. */
  average: z.nullable(z.number()),
  count: z.int(),
})

export const callRates = z.object({
  /** Points per minute, multiples of 10; null when the broadcaster doesn't accept that kind. */
  video: z.nullable(z.int()),
  voice: z.nullable(z.int()),
})
export type CallRates = z.infer<typeof callRates>

export const peopleRoles = ['caller', 'broadcaster'] as const

export const personCard = z.object({
  id: memberId,
  /** A caller appears only to broadcasters; a caller's rates are null and the state is offline or inCall. */
  role: z.enum(peopleRoles),
  name: z.string(),
  /** Null: the member doesn't show it. */
  age: z.nullable(z.int()),
  region: z.nullable(z.string()),
  avatarId: z.nullable(z.string()),
  state: z.enum(presenceStates),
  rates: callRates,
  rating,
  tags: z.array(z.string()),
  bookmark: z.boolean(),
  isNew: z.boolean(),
  /** When the broadcaster's next planned standby begins, within a week; null without a plan. */
  nextStandbyAt: z.nullable(instant),
})
export type PersonCard = z.infer<typeof personCard>

/** Minutes of the day, Japanese time; `to` may pass midnight (over 1440). */
export const scheduleSlot = z.object({ weekday: z.int(), fromMinute: z.int(), toMinute: z.int() })
export type ScheduleSlot = z.infer<typeof scheduleSlot>

export const profile = z.extend(personCard, {
  job: z.nullable(z.string()),
  bio: z.string(),
  standbySince: z.nullable(instant),
  schedule: z.array(scheduleSlot),
  bookmarkCount: z.int(),
  /** 応答率 in percent (product.md 3.19): answered rings of 30 days over answered and unanswered ones; null under 10. */
  answerRatePercent: z.nullable(z.int()),
  /** 通話回数 and リピーター (product.md 3.23): calls of a minute and more, callers with two and more; null under five callers. */
  callFigures: z.object({ calls: z.nullable(z.int()), repeatCallers: z.nullable(z.int()) }),
  /** How many reviews gave 1, 2, 3, 4 and 5, in this order. */
  scoreCounts: z.array(z.int()).check(z.length(5)),
  /** Whether the viewer may call this member at all (roles fit, not oneself). */
  callable: z.boolean(),
})
export type Profile = z.infer<typeof profile>

/** The lists of the home screen (product.md 2.11). */
export const recommendedLists = [
  'standby',
  'recommended',
  'newcomers',
  /** 評価: by rating, of those with enough reviews. */
  'topRated',
  /** 人気: by new favourites of the last seven days. */
  'popular',
  'favourites',
] as const
export type RecommendedList = (typeof recommendedLists)[number]

export const peopleEndpoints = {
  getRecommendedUsers: defineEndpoint({
    method: 'POST',
    path: '/api/get-recommended-users',
    access: 'public',
    summary:
      'Broadcasters for the home screen, by list. Favourites need a session, are empty without, and hold callers too when a broadcaster asks',
    input: z.object({
      list: z._default(z.enum(recommendedLists), 'recommended'),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(60)), 24),
      /** For recommended and newcomers: without the people whom home's other sections show. */
      isApart: z._default(z.boolean(), false),
    }),
    output: z.object({
      type: success,
      users: z.array(personCard),
      /** Everybody on standby; null for the other lists, of which only the first are told. */
      total: z.nullable(z.int()),
    }),
    refusals: [],
  }),
  getRecommendedLiveUsers: defineEndpoint({
    method: 'POST',
    path: '/api/koyoi-get-recommended-live-users',
    access: 'public',
    summary: 'Broadcasters who are live now, the latest first',
    input: z.object({ limit: z._default(z.int().check(z.minimum(1), z.maximum(60)), 24) }),
    output: z.object({ type: success, users: z.array(personCard) }),
    refusals: [],
  }),
  getUserInfForWeb: defineEndpoint({
    method: 'POST',
    path: '/api/get-user-inf-for-web',
    access: 'public',
    summary: 'A profile',
    input: z.object({ userId: memberId }),
    output: z.object({ type: success, user: profile }),
    refusals: ['partnerUnavailable'],
  }),
  getPartnerInfo: defineEndpoint({
    method: 'POST',
    path: '/api/get-partner-info',
    access: 'session',
    summary: 'Name, avatar and favourite mark of a partner (specification 3, Partner info)',
    input: z.object({ myId: memberId, partnerId: memberId }),
    output: z.object({
      type: success,
      message: z.optional(z.string()),
      userName: z.string(),
      avatarId: z.nullable(z.string()),
      bookmark: z.boolean(),
    }),
    refusals: ['partnerUnavailable', 'forbidden'],
  }),
}

/** Socket event, server to the broadcaster and to the pages that watch the broadcaster: a broadcaster's state changed. */
export const presenceChanged = z.object({ userId: memberId, state: z.enum(presenceStates) })
export type PresenceChanged = z.infer<typeof presenceChanged>

/** More people than a page shows at once. */
export const presenceWatchMax = 200
export const watchedMembers = z.array(memberId).check(z.maxLength(presenceWatchMax))

/** Client to server: the people this page shows, instead of those before. Answers the states of who is new. */
export interface PeopleClientEvents {
  'presence:watch': (memberIds: string[], answer: (states: PresenceChanged[]) => void) => void
}
