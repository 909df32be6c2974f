import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { OwnProfile, ProfileChanges } from '#contract/people/own-profile.ts'
import { isReservedName } from '#domain/account/reserved-names.ts'
import { decideProfile, newTexts, type ProfileRefusal } from '#domain/people/own-profile.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { changePerson } from '#server/members/actions/change-person.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { ownProfileOf, storeTexts } from '../own-profile-queries.ts'

type Answer =
  | OwnProfile
  | Refusal<ProfileRefusal | 'profileAgeChecked' | 'nameReserved' | 'contactWarning' | 'contactRefused'>

/**
 * Changes a member's profile: only the sent fields, so that two pages keep what they didn't touch, and the
 * later one wins for the rest. Refusals by `decideProfile`, then nameReserved, profileAgeChecked, then the
 * contact guard's for new texts, because everybody reads a name.
 */
export const updateOwnProfile = async (
  context: Pick<Context, 'db' | 'events' | 'sessions'>,
  viewer: Viewer,
  { isWarned, ...changes }: ProfileChanges & { isWarned: boolean },
): Promise<Answer> => {
  const decided = decideProfile(changes)
  if (isRefusal(decided)) return decided
  const { memberId } = viewer
  const answer = await inTransaction<Answer>(context.db, async (tx) => {
    const stored = await updateInTx(tx, memberId)
    // A name that existed before these names were reserved stays.
    if (decided.name !== undefined && decided.name !== stored.name && isReservedName(decided.name))
      return refuse('nameReserved')
    const isOtherAge = decided.age !== undefined && decided.age !== stored.age
    if (stored.isAgeChecked && isOtherAge) return refuse('profileAgeChecked')
    const guarded = await contactGuardDecision(tx, { text: newTexts(decided, stored), isWarned })
    if (guarded) return guarded
    const { job, bio, tags, ...person } = decided
    await changePerson(tx, memberId, person)
    await storeTexts(tx, memberId, viewer.role === 'broadcaster', {
      ...(job !== undefined && { job }),
      ...(bio !== undefined && { bio }),
      ...(tags !== undefined && { tags }),
    })
    await context.events.publish(tx, { type: 'member:changed', memberId })
    return updateInTx(tx, memberId)
  })
  // The event may come after the page requests its session again.
  if (!isRefusal(answer)) context.sessions.evictMember(memberId)
  return answer
}

const updateInTx = async (tx: Parameters<typeof ownProfileOf>[0], memberId: string): Promise<OwnProfile> => {
  const profile = await ownProfileOf(tx, memberId)
  if (!profile) throw new Error(`the profile of a missing member ${memberId}`)
  return profile
}
