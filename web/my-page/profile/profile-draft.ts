import { isRefusal } from '#contract/core/refusal.ts'
import type { OwnProfile, ProfileChanges } from '#contract/people/own-profile.ts'
import { refusals } from '#contract/refusals.ts'
import { decideProfile, readTags } from '#domain/people/own-profile.ts'

/** The form as it is written; a job that isn't told is empty. */
export interface ProfileDraft extends Omit<OwnProfile, 'job'> {
  job: string
}

export const draftOf = (profile: OwnProfile): ProfileDraft => ({ ...profile, job: profile.job ?? '' })

const sameTags = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((tag, index) => tag === other[index])

/** What differs from what is stored: what another device changed meanwhile isn't sent back. */
export const changesOf = (draft: ProfileDraft, stored: OwnProfile): ProfileChanges => ({
  ...(draft.name !== stored.name && { name: draft.name }),
  ...(draft.region !== stored.region && { region: draft.region }),
  ...(draft.age !== stored.age && { age: draft.age }),
  ...(draft.isAgeShown !== stored.isAgeShown && { isAgeShown: draft.isAgeShown }),
  ...(draft.job !== (stored.job ?? '') && { job: draft.job }),
  ...(draft.bio !== stored.bio && { bio: draft.bio }),
  ...(sameTags(draft.tags, stored.tags) ? {} : { tags: draft.tags }),
})

/** The sentence of what the server would refuse (specification 5: an alert, and nothing is sent); null when nothing. */
export const faultIn = (changes: ProfileChanges): string | null => {
  const decided = decideProfile(changes)
  return isRefusal(decided) ? refusals[decided.refused].message : null
}

/** The tags with one more, or the sentence of why not. Several can be written at once, with spaces or commas between. */
export const withTags = (
  tags: readonly string[],
  written: string,
): { tags: string[] } | { fault: string } => {
  const read = readTags([...tags, ...written.split(/[\s,、，]+/u)])
  return isRefusal(read) ? { fault: refusals[read.refused].message } : { tags: read }
}
