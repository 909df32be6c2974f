import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { GalleryReviewMode } from '#contract/gallery/operator.ts'
import type { GalleryState } from '#contract/gallery/own-items.ts'

/** What happens to an item (product.md 7.2). */
export type GalleryEvent =
  | { type: 'edit' }
  /** `isSeenFirst`: operators review it after it appears. `wasPassed`: in this content, before it was withdrawn. */
  | { type: 'submit'; isSeenFirst: boolean; wasPassed: boolean }
  | { type: 'pass' }
  | { type: 'refuse' }
  | { type: 'withdraw' }
  | { type: 'remove' }
  /** Something with the same picture was removed. */
  | { type: 'recheck' }

type StepRefusal = 'galleryNotEditable' | 'galleryReviewed' | 'galleryRemoved'

/** The pictures of a removed item, and who asked for its removal, are kept for so many days (product.md 7.10). */
export const evidenceDays = 180

/** Others see an item in these states, from the time on that its broadcaster chose. */
export const isSeenState = (state: GalleryState): boolean => state === 'unreviewed' || state === 'published'

/**
 * The next state. A draft that is withdrawn is deleted by the caller. Refuses with galleryNotEditable what the broadcaster
 * can't do now, with galleryReviewed a second review, with galleryRemoved a second removal.
 */
export const galleryStep = (
  state: GalleryState,
  event: GalleryEvent,
): GalleryState | Refusal<StepRefusal> => {
  switch (event.type) {
    case 'edit':
      return state === 'draft' || state === 'refused' ? 'draft' : refuse('galleryNotEditable')
    case 'submit':
      if (state === 'withdrawn' && event.wasPassed) return 'published'
      if (state !== 'draft' && state !== 'withdrawn') return refuse('galleryNotEditable')
      return event.isSeenFirst ? 'unreviewed' : 'waiting'
    case 'pass':
      return state === 'waiting' || state === 'unreviewed' ? 'published' : refuse('galleryReviewed')
    case 'refuse':
      return state === 'waiting' || state === 'unreviewed' ? 'refused' : refuse('galleryReviewed')
    case 'withdraw':
      if (state === 'waiting') return 'draft'
      return isSeenState(state) ? 'withdrawn' : refuse('galleryNotEditable')
    case 'remove':
      return state === 'removed' ? refuse('galleryRemoved') : 'removed'
    case 'recheck':
      return isSeenState(state) ? 'waiting' : state
  }
}

/** A broadcaster with so many passed items, and none refused lately, is trusted. */
const trustedAfterItems = 10
export const refusalRemembersDays = 90

/** Whether an item appears before its review (product.md 7.3). */
export const isSeenBeforeReview = (
  mode: GalleryReviewMode,
  { passed, refusedLately }: { passed: number; refusedLately: number },
): boolean => mode === 'after' || (mode === 'trusted' && passed >= trustedAfterItems && refusedLately === 0)
