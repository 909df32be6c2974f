import { broadcasters, reviewers } from './people.ts'
import { reviewTexts } from './review-texts.ts'
import type { SeedBookmark, SeedReview } from './types.ts'

/** Steps through the reviewers without repeating one: 11 and the number of reviewers share no factor. */
const reviewerAt = (start: number, step: number) => {
  const reviewer = reviewers[(start + step * 11) % reviewers.length]
  if (!reviewer) throw new Error('no seeded reviewers')
  return reviewer
}

/**
 * Every seeded review with its call. Newest first per broadcaster, never older than the broadcaster's
 * account, no reviewer twice for one broadcaster.
 */
export const reviews: readonly SeedReview[] = broadcasters.flatMap((broadcaster, row) => {
  const texts = reviewTexts[broadcaster.id] ?? []
  const spanDays = Math.min(broadcaster.joinedDaysAgo - 1, 90)
  return texts.map(([score, text, answer = null], index) => ({
    broadcasterId: broadcaster.id,
    reviewerId: reviewerAt(row * 5, index).id,
    score,
    text,
    answer,
    daysAgo: 1 + Math.floor((spanDays * index) / texts.length),
    kind: broadcaster.kinds[(row + index) % broadcaster.kinds.length] ?? 'voice',
    durationSec: 240 + ((row * 131 + index * 397) % 2100),
  }))
})

/** One row per favourite: a broadcaster's `favouriteCount` callers. */
export const bookmarks: readonly SeedBookmark[] = broadcasters.flatMap((broadcaster, row) =>
  Array.from({ length: Math.min(broadcaster.favouriteCount, reviewers.length) }, (_, index) => ({
    broadcasterId: broadcaster.id,
    callerId: reviewerAt(row * 3, index).id,
    daysAgo: 1 + ((index * 13 + row) % Math.max(1, broadcaster.joinedDaysAgo - 1)),
  })),
)
