import type { ReactNode } from 'react'
import { operatorSafetyEndpoints, type Report, type ReviewStatus } from '#contract/moderation/moderation.ts'
import { type ReviewPart, reviewParts } from '#contract/reviews/reviews.ts'
import { reviewPartText } from '#web/safety/safety-texts.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Stars } from '#web/ui/person/rating.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction } from '../parts/operator-queries.ts'
import { EvidenceHead } from './evidence-head.tsx'
import evidence from './evidence-messages.module.css'

type ReportedReview = NonNullable<Report['review']>

const stateTexts = {
  shown: '表示中',
  hidden: '非表示',
  gone: '退会により削除済み',
  none: 'なし',
} as const satisfies Record<ReviewStatus['review'] | ReviewStatus['answer'], string>

/** A reported review as it was, its present state, and the buttons that remove it or its answer. */
export const EvidenceReview = ({ review }: { review: ReportedReview }) => (
  <>
    <section className={styles.section}>
      <Panel title="通報した時点のレビュー">
        <ol className={evidence.messages}>
          <Words review={review} part="review" by={review.author} at={review.postedAt}>
            <Stars score={review.score} />
            <p className={evidence.text}>{review.description}</p>
          </Words>
          {review.answer ? (
            <Words review={review} part="answer" by={review.target} at={review.answer.answeredAt}>
              <p className={evidence.text}>{review.answer.text}</p>
            </Words>
          ) : null}
        </ol>
      </Panel>
    </section>
    <HideReview review={review} />
  </>
)

/** A text of one of the two members; the reported one is marked like a reported message. */
const Words = ({
  review,
  part,
  by,
  at,
  children,
}: {
  review: ReportedReview
  part: ReviewPart
  by: ReportedReview['author']
  at: string
  children: ReactNode
}) => {
  const isReported = review.part === part
  return (
    <li data-side={isReported ? 'reported' : undefined} data-reported={isReported || undefined}>
      <EvidenceHead by={by} at={at} mark={isReported ? `通報された${reviewPartText[part]}` : null} />
      {children}
      <p className={evidence.aside}>{`現在：${stateTexts[review.now[part]]}`}</p>
    </li>
  )
}

/** Nothing to do where there was nothing, or where all of it has gone. */
const HideReview = ({ review }: { review: ReportedReview }) => {
  const parts = reviewParts.filter((part) => review.now[part] === 'shown' || review.now[part] === 'hidden')
  if (parts.length === 0) return null
  return (
    <ActionPanel
      title="表示を変える"
      about="非表示にすると、プロフィールから消えます。レビューは評価と件数にも数えません。あとから再表示できます。"
    >
      <div className={styles.choices}>
        {parts.map((part) => (
          <HidePart key={part} review={review} part={part} />
        ))}
      </div>
    </ActionPanel>
  )
}

const HidePart = ({ review, part }: { review: ReportedReview; part: ReviewPart }) => {
  const hide = useOperatorAction(operatorSafetyEndpoints.operatorHideReview)
  const isHidden = review.now[part] !== 'hidden'
  const name = reviewPartText[part]
  return (
    <ConfirmButton
      action={hide}
      input={{ reviewId: review.reviewId, part, isHidden }}
      label={isHidden ? `${name}を非表示にする` : `${name}を再表示する`}
      title={isHidden ? `${name}を非表示にしますか？` : `${name}を再表示しますか？`}
      variant={isHidden ? 'ink' : 'quiet'}
    >
      <p>{effects[part][isHidden ? 'hides' : 'shows']}</p>
    </ConfirmButton>
  )
}

const effects = {
  review: {
    hides: '返信もあわせて見えなくなり、評価の平均と件数から外れます。書いた人には知らされません。',
    shows: 'ふたたびプロフィールに表示され、評価の平均と件数に数えられます。',
  },
  answer: {
    hides: 'レビューはそのまま残ります。本人は、もう一度返信することはできません。',
    shows: 'ふたたびレビューの下に表示されます。',
  },
} as const satisfies Record<ReviewPart, Record<'hides' | 'shows', string>>
