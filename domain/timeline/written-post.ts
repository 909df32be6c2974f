import { type Refusal, refuse } from '#contract/core/refusal.ts'
import {
  commentTextMax,
  pollChoiceMax,
  postMentionsMax,
  postTextMax,
  scheduleDaysMax,
} from '#contract/timeline/timeline.ts'
import { isLongerThan, isUnprintable, publicText } from '#domain/text/written.ts'
import { mentionedIds, withoutMentions } from './mentions.ts'

interface WrittenPost {
  text: string
  /** Number of images. */
  images: number
  choices?: readonly string[] | undefined
}

/** A post as it is stored. */
export interface ReadPost {
  text: string
  choices: string[] | null
}

const isTooLong = (text: string, max: number): boolean =>
  isLongerThan(withoutMentions(text, '@'), max) || mentionedIds(text).length > postMentionsMax

/** The text as it is stored; characters that no keyboard types are left out. */
const cleaned = (written: string): string =>
  publicText(isUnprintable(written) ? written.replaceAll(/(?![\t\n\r])\p{Cc}|\p{Cs}/gu, '') : written)

/**
 * A post as it is stored. It needs a text, an image or a poll; a poll needs a question. Refuses, in this order:
 * timelineTooLong, timelineEmpty, pollChoicesWrong.
 */
export const readPost = ({
  text: written,
  images,
  choices,
}: WrittenPost): ReadPost | Refusal<'timelineEmpty' | 'timelineTooLong' | 'pollChoicesWrong'> => {
  const text = cleaned(written)
  if (isTooLong(text, postTextMax)) return refuse('timelineTooLong')
  if (text === '' && (images === 0 || choices)) return refuse('timelineEmpty')
  if (!choices) return { text, choices: null }
  const read = choices.map((choice) => cleaned(choice).replaceAll(/\s+/g, ' '))
  const isWrong =
    new Set(read).size < read.length ||
    read.some((choice) => choice === '' || isLongerThan(choice, pollChoiceMax))
  return isWrong ? refuse('pollChoicesWrong') : { text, choices: read }
}

/** A comment as it is stored. Refuses commentEmpty, commentTooLong. */
export const readComment = (written: string): string | Refusal<'commentEmpty' | 'commentTooLong'> => {
  const text = cleaned(written)
  if (text === '') return refuse('commentEmpty')
  return isTooLong(text, commentTextMax) ? refuse('commentTooLong') : text
}

const dayMs = 24 * 60 * 60_000

/** Whether a post may be published at an instant: broadcasters schedule posts, up to 30 days ahead. */
export const decideSchedule = (
  role: string,
  publishAtMs: number | null,
  nowMs: number,
): null | Refusal<'timelineSchedule'> => {
  if (publishAtMs === null) return null
  const isAhead = publishAtMs > nowMs && publishAtMs <= nowMs + scheduleDaysMax * dayMs
  return role === 'broadcaster' && isAhead ? null : refuse('timelineSchedule')
}
