import { reviewScoreDefault } from '#contract/people/people.ts'
import { refusals } from '#contract/refusals.ts'
import { reviewTextProblem } from '#domain/reviews/review.ts'
import { createStore, type Store } from '#web/shell/store.ts'
import { type ReviewOutcome, reviewTexts } from './submit-review.ts'

/** Specification 4 and 9: the success message is shown for so long, then the modal closes. */
const successMessageMs = 1_800

/** Specification 4, Review submit. */
export type ReviewStatus =
  | { name: 'idle' }
  | { name: 'submitting' }
  | { name: 'success'; message: string }
  /** `isWarning`: the same text may be posted all the same. */
  | { name: 'error'; message: string; isWarning: boolean }

export interface ReviewFormView {
  score: number
  description: string
  status: ReviewStatus
}

/** What is wrong with the text, as its sentence; null when it may be sent. */
export const descriptionError = (description: string): string | null => {
  const problem = reviewTextProblem(description)
  return problem && refusals[problem].message
}

/** Specification 5: not with score 0, not while submitting, not with a text of 1 to 9 characters. */
export const canSubmit = ({ score, description, status }: ReviewFormView): boolean =>
  score > 0 &&
  status.name !== 'submitting' &&
  status.name !== 'success' &&
  descriptionError(description) === null

export interface ReviewDraft {
  score: number
  description: string
  /** The reviewer read the contact guard's warning of this very text. */
  isWarned?: true
}

/** The warning of the contact guard is on the screen. */
export const isWarned = ({ status }: ReviewFormView): boolean => status.name === 'error' && status.isWarning

/** Closing the form would lose something. */
export const isWritten = ({ score, description }: ReviewFormView): boolean =>
  score !== reviewScoreDefault || description !== ''

export interface ReviewForm {
  store: Store<ReviewFormView>
  setScore(score: number): void
  setDescription(description: string): void
  submit(): Promise<void>
  /** The form is mounted, so that a submission may close it. */
  start(): void
  stop(): void
}

/** The review form. `onPosted` is called with the success message, `onClose` after the time to read it. */
export const createReviewForm = (ports: {
  send(review: ReviewDraft): Promise<ReviewOutcome>
  onPosted(): void
  onClose(): void
}): ReviewForm => {
  const blank = { score: reviewScoreDefault, description: '' } as const
  const store = createStore<ReviewFormView>({ ...blank, status: { name: 'idle' } })
  let closing: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  return {
    store,
    setScore: (score) => store.update({ score }),
    setDescription: (description) =>
      store.update(isWarned(store.get()) ? { description, status: { name: 'idle' } } : { description }),
    submit: async () => {
      const view = store.get()
      if (!canSubmit(view)) return
      store.update({ status: { name: 'submitting' } })
      const outcome = await ports.send({
        score: view.score,
        description: view.description.trim(),
        ...(isWarned(view) ? { isWarned: true } : {}),
      })
      if (isStopped) return
      if (!outcome.isPosted) {
        const { message, isWarning } = outcome
        store.update({ status: { name: 'error', message, isWarning } })
        return
      }
      store.set({ ...blank, status: { name: 'success', message: reviewTexts.success } })
      ports.onPosted()
      closing = setTimeout(() => {
        store.update({ status: { name: 'idle' } })
        ports.onClose()
      }, successMessageMs)
    },
    start: () => {
      isStopped = false
    },
    stop: () => {
      isStopped = true
      clearTimeout(closing)
    },
  }
}
