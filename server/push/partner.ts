import { isUnderAge } from '#domain/account/birth-date.ts'
import type { Context } from '#server/context.ts'
import { birthDateOf, memberById } from '#server/members/queries.ts'
import { isBlockedPair } from '#server/safety/queries.ts'

/**
 * The name and portrait of a member in a push; null when nothing may be sent: a block, or a deactivated
 * account.
 */
export const partnerFor = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  memberId: string,
  partnerId: string,
): Promise<{ partnerId: string; partnerName: string } | null> => {
  const [partner, isBlocked, ...birthDates] = await Promise.all([
    memberById(db, partnerId),
    isBlockedPair(db, memberId, partnerId),
    birthDateOf(db, memberId),
    birthDateOf(db, partnerId),
  ])
  if (!partner || isBlocked || birthDates.some((born) => isUnderAge(born, now()))) return null
  return { partnerId, partnerName: partner.name }
}
