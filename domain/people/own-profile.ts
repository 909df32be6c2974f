import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import {
  type ProfileChanges,
  profileAgeMax,
  profileAgeMin,
  profileBioMax,
  profileJobMax,
  profileTagMax,
  profileTagsMax,
} from '#contract/people/own-profile.ts'
import { readNickname } from '#domain/account/nickname.ts'
import { isLongerThan, isUnprintable, publicText } from '#domain/text/written.ts'
import { regions } from './regions.ts'
import { foldSearchText } from './search-text.ts'

export type ProfileRefusal =
  | 'nameTooShort'
  | 'nameTooLong'
  | 'nameNotShown'
  | 'regionUnknown'
  | 'profileAgeWrong'
  | 'jobTooLong'
  | 'bioTooLong'
  | 'tagsTooMany'
  | 'tagWrong'
  | 'badInput'

/** The sent fields, as they are stored. */
interface DecidedProfile {
  name?: string
  region?: string | null
  age?: number | null
  isAgeShown?: boolean
  job?: string | null
  bio?: string
  tags?: string[]
}

/**
 * Tags as they are stored: without a leading #, unique regardless of width and case. Refuses tagWrong for a
 * tag with gaps or too many characters, then tagsTooMany.
 */
export const readTags = (written: readonly string[]): string[] | Refusal<'tagWrong' | 'tagsTooMany'> => {
  const tags = new Map<string, string>()
  for (const tag of written.map((text) => publicText(text).replace(/^[#＃]+/, ''))) {
    if (tag === '') continue
    if (/\s/u.test(tag) || isLongerThan(tag, profileTagMax)) return refuse('tagWrong')
    const folded = foldSearchText(tag)
    if (!tags.has(folded)) tags.set(folded, tag)
  }
  return tags.size > profileTagsMax ? refuse('tagsTooMany') : [...tags.values()]
}

const readLine = (written: string): string => publicText(written).replace(/\s+/gu, ' ')

const decideAboutSelf = ({
  name: writtenName,
  region,
  age,
}: ProfileChanges): Pick<DecidedProfile, 'name' | 'region' | 'age'> | Refusal<ProfileRefusal> => {
  const name = writtenName === undefined ? undefined : readNickname(writtenName)
  if (isRefusal(name)) return name
  if (typeof region === 'string' && !regions.includes(region)) return refuse('regionUnknown')
  if (typeof age === 'number' && (age < profileAgeMin || age > profileAgeMax))
    return refuse('profileAgeWrong')
  return {
    ...(name !== undefined && { name }),
    ...(region !== undefined && { region }),
    ...(age !== undefined && { age }),
  }
}

const decideTexts = (
  changes: ProfileChanges,
): Pick<DecidedProfile, 'job' | 'bio' | 'tags'> | Refusal<ProfileRefusal> => {
  const job = changes.job === undefined ? undefined : readLine(changes.job)
  if (job !== undefined && isLongerThan(job, profileJobMax)) return refuse('jobTooLong')
  const bio = changes.bio === undefined ? undefined : publicText(changes.bio)
  if (bio !== undefined && isLongerThan(bio, profileBioMax)) return refuse('bioTooLong')
  const tags = changes.tags === undefined ? undefined : readTags(changes.tags)
  if (isRefusal(tags)) return tags
  return {
    ...(job !== undefined && { job: job || null }),
    ...(bio !== undefined && { bio }),
    ...(tags !== undefined && { tags }),
  }
}

/**
 * The profile that a member writes, as it is stored; it contains the sent fields alone. Refuses in this
 * order: badInput (characters that no keyboard types), the name's refusals, regionUnknown, profileAgeWrong,
 * jobTooLong, bioTooLong, the tags' refusals.
 */
export const decideProfile = (changes: ProfileChanges): DecidedProfile | Refusal<ProfileRefusal> => {
  const texts = [changes.job, changes.bio, ...(changes.tags ?? [])]
  if (texts.some((text) => text !== undefined && isUnprintable(text))) return refuse('badInput')
  const self = decideAboutSelf(changes)
  if (isRefusal(self)) return self
  const words = decideTexts(changes)
  if (isRefusal(words)) return words
  return {
    ...self,
    ...(changes.isAgeShown !== undefined && { isAgeShown: changes.isAgeShown }),
    ...words,
  }
}

/** The new texts, for the contact guard; unchanged texts aren't checked again. */
export const newTexts = (
  decided: DecidedProfile,
  stored: { name: string; job: string | null; bio: string; tags: readonly string[] },
): string =>
  [
    decided.name === stored.name ? undefined : decided.name,
    decided.job === stored.job ? undefined : decided.job,
    ...(decided.tags ?? []).filter((tag) => !stored.tags.includes(tag)),
    decided.bio === stored.bio ? undefined : decided.bio,
  ]
    .filter(Boolean)
    .join('\n')
