/** The query parameter of our own page, by which it learns what came of a way through Google. */
export const googleReturnParameter = 'google'

/**
 * What came of it: the account is linked; the member is proven; another member has the Google account; the member has
 * another one; the session that asked is over; it isn't the linked account, or it wasn't signed in to again; its owner
 * turned back; Google's answer didn't come or doesn't hold.
 */
export const googleReturns = [
  'linked',
  'proven',
  'taken',
  'another',
  'ended',
  'unproven',
  'cancelled',
  'failed',
] as const
export type GoogleReturn = (typeof googleReturns)[number]
