import { operatorSafetyEndpoints, type Report, type ReviewStanding } from '../../contract/operator-safety.ts'
import { type ReviewPart, reviewParts } from '../../contract/reviews.ts'
import { reviewPartText } from '../safety/safety-words.ts'
import { DateText } from '../ui/date-text.tsx'
import { FactList, Panel } from '../ui/panel.tsx'
import { Stars } from '../ui/rating.tsx'
import { ActionPanel } from './action-panel.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import styles from './operator-pages.module.css'
import { useOperatorAction } from './operator-queries.ts'

type ReportedReview = NonNullable<Report['review']>

const standingText = {
  shown: '表示中',
  hidden: '非表示',
  gone: '退会により削除済み',
  none: 'なし',
} as const satisfies Record<ReviewStanding['review'] | ReviewStanding['answer'], string>

/** A reported review as it was, where it stands now, and the way to take it or its answer down. */
export const EvidenceReview = ({ review }: { review: ReportedReview }) => (
  <>
    <section className={styles.section}>
      <Panel title="通報した時点のレビュー">
        <FactList items={factsOf(review)} />
      </Panel>
    </section>
    <HideReview review={review} />
  </>
)

const mark = (review: ReportedReview, part: ReviewPart): string =>
  review.part === part ? `通報された${reviewPartText[part]}` : reviewPartText[part]

const factsOf = (review: ReportedReview) => [
  { label: '評価', value: <Stars score={review.score} /> },
  {
    label: '書いた人',
    value: review.author.name,
    note: (
      <>
        {review.author.id}・<DateText at={review.postedAt} />
      </>
    ),
  },
  {
    label: mark(review, 'review'),
    value: <span className={styles.quoted}>{review.description}</span>,
    note: `現在：${standingText[review.now.review]}`,
  },
  { label: '書かれた人', value: review.target.name, note: review.target.id },
  ...(review.answer
    ? [
        {
          label: mark(review, 'answer'),
          value: <span className={styles.quoted}>{review.answer.text}</span>,
          note: (
            <>
              <DateText at={review.answer.answeredAt} />
              {`・現在：${standingText[review.now.answer]}`}
            </>
          ),
        },
      ]
    : []),
]

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
