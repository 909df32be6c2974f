import { isRefusal } from '#contract/core/refusal.ts'
import type { OwnProfile, ProfileChanges } from '#contract/people/own-profile.ts'
import { refusals } from '#contract/refusals.ts'
import { decideProfile, readTags } from '#domain/people/own-profile.ts'

/** The form as typed; a hidden job is empty. */
export interface ProfileDraft extends Omit<OwnProfile, 'job'> {
  job: string
}

export const draftOf = (profile: OwnProfile): ProfileDraft => ({ ...profile, job: profile.job ?? '' })

const sameTags = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((tag, index) => tag === other[index])

/**
 * The difference to the profile that the form was opened with, so that a change on another device isn't overwritten:
 * one that is read meanwhile would make the untouched fields differ.
 */
export const changesOf = (draft: ProfileDraft, stored: OwnProfile): Partial<ProfileDraft> => ({
  ...(draft.name !== stored.name && { name: draft.name }),
  ...(draft.region !== stored.region && { region: draft.region }),
  ...(draft.age !== stored.age && { age: draft.age }),
  ...(draft.isAgeShown !== stored.isAgeShown && { isAgeShown: draft.isAgeShown }),
  ...(draft.job !== (stored.job ?? '') && { job: draft.job }),
  ...(draft.bio !== stored.bio && { bio: draft.bio }),
  ...(sameTags(draft.tags, stored.tags) ? {} : { tags: draft.tags }),
})

/** The text of the server's refusal (specification 5: an alert, and nothing is sent); null for valid changes. */
export const faultIn = (changes: ProfileChanges): string | null => {
  const decided = decideProfile(changes)
  return isRefusal(decided) ? refusals[decided.refused].message : null
}

/** The tags with a further one, or the error's text. Several can be typed at once, with spaces or commas between. */
export const withTags = (
  tags: readonly string[],
  written: string,
): { tags: string[] } | { fault: string } => {
  const read = readTags([...tags, ...written.split(/[\s,、，]+/u)])
  return isRefusal(read) ? { fault: refusals[read.refused].message } : { tags: read }
}
