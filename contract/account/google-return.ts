/** The query parameter of our own page, by which it learns what came of a way through Google. */
export const googleReturnParameter = 'google'

/** What came of it. */
export const googleReturns = [
  /** The Google account is linked to the member. */
  'linked',
  /** The identity proof is given: the member signed in to the linked Google account again. */
  'proven',
  /** Another member has this Google account. */
  'taken',
  /** The member is linked to another Google account. */
  'another',
  /** The session that asked has ended. */
  'ended',
  /** No identity proof: it isn't the linked Google account, or nobody signed in to it again. */
  'unproven',
  /** Given up on Google's page. */
  'cancelled',
  /** Google's answer didn't come, or it isn't valid. */
  'failed',
] as const
export type GoogleReturn = (typeof googleReturns)[number]
