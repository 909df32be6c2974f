import { useEffect, useRef, useState } from 'react'
import type { AnsweredReview } from '#contract/reviews/reviews.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Mark } from '#web/ui/form/chip.tsx'
import { Stars } from '#web/ui/person/rating.tsx'
import { AnswerForm } from './answer-form.tsx'
import styles from './review-item.module.css'
import { ReviewMenu } from './review-menu.tsx'
import { reviewName } from './review-name.ts'

/** One review with its answer; the reviewed broadcaster can answer it here. */
export const ReviewItem = ({
  review,
  person,
  isOwn,
}: {
  review: AnsweredReview
  /** The reviewed broadcaster. */
  person: { name: string }
  /** The viewer is the reviewed broadcaster. */
  isOwn: boolean
}) => {
  const { answer } = review
  return (
    <article className={styles.review} aria-label={reviewName(review)}>
      <div className={styles.head}>
        <Stars score={review.score} />
        {review.authorLabel ? <span className={styles.author}>{review.authorLabel}</span> : null}
        {review.isOwn ? <Mark>あなた</Mark> : null}
        <DateText at={review.postedAt} form="day" />
        <ReviewMenu review={review} isOwn={isOwn} />
      </div>
      <p className={styles.text}>{review.description}</p>
      {review.isAnswerable || answer ? <AnswerPlace review={review} name={person.name} /> : null}
    </article>
  )
}

/**
 * The broadcaster's answer, or the button to give one. An answer just sent gets the focus that the form had.
 */
const AnswerPlace = ({ review, name }: { review: AnsweredReview; name: string }) => {
  const { answer } = review
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [isSent, setIsSent] = useState(false)
  const answerRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSent) answerRef.current?.focus({ preventScroll: true })
  }, [isSent])
  if (answer)
    return (
      <div ref={answerRef} className={styles.answer} tabIndex={-1}>
        <p className={styles.answerHead}>
          <b>{name}さんの返信</b>
          <DateText at={answer.answeredAt} form="day" />
        </p>
        <p className={styles.text}>{answer.text}</p>
      </div>
    )
  if (!isOpen)
    return (
      <Button variant="quiet" size="s" className={styles.reply} onClick={() => setIsOpen(true)}>
        返信する
      </Button>
    )
  return (
    <AnswerForm
      reviewId={review.id}
      text={text}
      onText={setText}
      onSent={() => setIsSent(true)}
      onCancel={() => setIsOpen(false)}
    />
  )
}
