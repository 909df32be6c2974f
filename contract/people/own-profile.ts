import * as z from 'zod/mini'
import { nicknameGraphemesMax } from '#contract/account/account.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { nothing, success } from '#contract/core/shared.ts'

/** Ages a profile may show, in years. */
export const profileAgeMin = 18
export const profileAgeMax = 99

/** Characters as people count them (graphemes). */
export const profileJobMax = 20
export const profileBioMax = 300
export const profileTagsMax = 8
export const profileTagMax = 12

/** The longest grapheme that is counted as one has about this many UTF-16 units. */
const units = 40

/** What a member writes about themselves. A broadcaster's text is on the profile for everybody, a caller's for broadcasters. */
export const ownProfile = z.object({
  name: z.string(),
  /** Null until the member has given it. */
  region: z.nullable(z.string()),
  age: z.nullable(z.int()),
  /** By a document: it follows that and can't be changed. */
  isAgeChecked: z.boolean(),
  /** Off: nobody is shown the age, and nobody finds the member by it. */
  isAgeShown: z.boolean(),
  job: z.nullable(z.string()),
  bio: z.string(),
  tags: z.array(z.string()),
})
export type OwnProfile = z.infer<typeof ownProfile>

/** What to change; what isn't sent stays as it is. */
export const profileChanges = z.object({
  name: z.optional(z.string().check(z.maxLength(nicknameGraphemesMax * units))),
  /** Null takes it back. */
  region: z.optional(z.nullable(z.string().check(z.maxLength(20)))),
  age: z.optional(z.nullable(z.int())),
  isAgeShown: z.optional(z.boolean()),
  /** Empty: none. */
  job: z.optional(z.string().check(z.maxLength(profileJobMax * units))),
  bio: z.optional(z.string().check(z.maxLength(profileBioMax * units))),
  tags: z.optional(z.array(z.string().check(z.maxLength(profileTagMax * units))).check(z.maxLength(40))),
})
export type ProfileChanges = z.infer<typeof profileChanges>

export const ownProfileEndpoints = {
  getMyProfile: defineEndpoint({
    method: 'POST',
    path: '/api/get-my-profile',
    access: 'session',
    summary: "The member's own profile",
    input: nothing,
    output: z.object({ type: success, profile: ownProfile }),
    refusals: [],
  }),
  updateUserInfo: defineEndpoint({
    method: 'POST',
    path: '/api/update-user-info',
    access: 'session',
    takesText: true,
    summary: "Changes the member's own profile field by field; answers it as it is now",
    input: z.extend(profileChanges, {
      /** The contact guard has warned, and the member saves it all the same. */
      isWarned: z._default(z.boolean(), false),
    }),
    output: z.object({ type: success, profile: ownProfile }),
    refusals: [
      'nameTooShort',
      'nameTooLong',
      'nameNotShown',
      'nameReserved',
      'regionUnknown',
      'profileAgeWrong',
      'profileAgeChecked',
      'jobTooLong',
      'bioTooLong',
      'tagsTooMany',
      'tagWrong',
      'contactWarning',
      'contactRefused',
    ],
  }),
}
