import { ChevronRight, EllipsisVertical, Flag } from 'lucide-react'
import { useState } from 'react'
import { type AnsweredReview, type ReviewPart, reviewParts } from '#contract/reviews/reviews.ts'
import { ReviewReportModal } from '#web/safety/review-report-modal.tsx'
import styles from '#web/safety/safety-menu.module.css'
import { reviewPartText } from '#web/safety/safety-texts.ts'
import { useSession } from '#web/session/session.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import item from './review-item.module.css'
import { reviewName } from './review-name.ts'

/** The parts of a review that the viewer may report: nobody reports an own text. */
const reportable = (review: AnsweredReview, isOwn: boolean): ReviewPart[] =>
  reviewParts.filter((part) => (part === 'review' ? !review.isOwn : review.answer !== null && !isOwn))

/** The three dots of a review, with what of it can be reported. A visitor has none. */
export const ReviewMenu = ({
  review,
  isOwn,
}: {
  review: AnsweredReview
  /** The viewer is the reviewed broadcaster. */
  isOwn: boolean
}) => {
  const isVisitor = useSession().data === null
  const [step, setStep] = useState<'choose' | ReviewPart | null>(null)
  const parts = reportable(review, isOwn)
  if (isVisitor || parts.length === 0) return null
  const close = () => setStep(null)
  const name = reviewName(review)
  return (
    <>
      <IconButton
        icon={EllipsisVertical}
        size="s"
        label={`${name}を通報`}
        aria-haspopup="dialog"
        className={item.menu}
        onClick={() => setStep('choose')}
      />
      <Modal open={step === 'choose'} onClose={close} title={name}>
        <ul className={styles.choices}>
          {parts.map((part) => (
            <li key={part}>
              <button type="button" onClick={() => setStep(part)}>
                <Icon of={Flag} />
                <span>
                  {reviewPartText[part]}を通報する
                  <small>運営が内容を確認します</small>
                </span>
                <Icon of={ChevronRight} size="s" />
              </button>
            </li>
          ))}
        </ul>
      </Modal>
      {step === 'review' || step === 'answer' ? (
        <ReviewReportModal reviewId={review.id} part={step} onClose={close} />
      ) : null}
    </>
  )
}
