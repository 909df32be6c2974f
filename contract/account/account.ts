import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { imageId, instant, memberId, nothing, success, userToken } from '#contract/core/shared.ts'

/** `closed`: a deactivated account. No member sees it, and its owner can only return (contract/privacy/deactivation.ts). */
export const roles = ['caller', 'broadcaster', 'operator', 'closed'] as const
export type Role = (typeof roles)[number]

/** Specification 5: a nickname has 1 to 20 characters, counted in graphemes. */
export const nicknameGraphemesMin = 1
export const nicknameGraphemesMax = 20

/** Specification 3: the registration's fixed defaults. */
export const registrationDefaults = { region: '東京', age: 20 } as const

/**
 * The sentence by which one declares to be 18 or older: below the registration's button, and at the entrance gate
 * (product.md 1.4 and 1.5). Stored with the time; also the value of the gate's cookie.
 */
export const ageDeclarationVersion = '2026-11-01'
/** Says that this browser has passed the entrance gate. */
export const ageCookieName = 'koyoi.age'

/** Specification 3: the default of the cookie `cm_code`. */
export const campaignCodeDefault = 'Organic'

export const sessionUser = z.object({
  id: memberId,
  token: userToken,
  name: z.string(),
  isFirstRegister: z.boolean(),
  /** The account is deactivated and its owner has signed in again: the page only offers to return. */
  isClosed: z.optional(z.literal(true)),
  /** The home page of a broadcaster is another one from its first picture on. */
  isBroadcaster: z.optional(z.literal(true)),
})
export type SessionUser = z.infer<typeof sessionUser>

/** The session as GET /api/auth/session answers it; a visitor's is `{}`. */
export const session = z.object({ user: sessionUser, expires: instant })
export type Session = z.infer<typeof session>

export const myUserInfo = z.object({
  id: memberId,
  name: z.string(),
  role: z.enum(roles),
  /** Null until the member has given it. */
  region: z.nullable(z.string()),
  age: z.nullable(z.int()),
  isAgeShown: z.boolean(),
  avatarId: z.nullable(z.string()),
  hasPassword: z.boolean(),
  registeredAt: instant,
})
export type MyUserInfo = z.infer<typeof myUserInfo>

export const accountEndpoints = {
  getMyUserInfo: defineEndpoint({
    method: 'POST',
    path: '/api/get-my-user-info',
    access: 'session',
    summary: 'The signed-in member',
    input: nothing,
    output: z.object({ type: success, user: myUserInfo }),
    refusals: [],
  }),
  updateAvatar: defineEndpoint({
    method: 'POST',
    path: '/api/update-avatar',
    access: 'session',
    summary: "Makes an uploaded image the viewer's portrait; null takes the portrait away",
    input: z.object({ imageId: z.nullable(imageId) }),
    output: z.object({ type: success, user: myUserInfo }),
    refusals: ['imageGone'],
  }),
}
