import { useInfiniteQuery } from '@tanstack/react-query'
import { type OwnReview, reviewsEndpoints } from '#contract/reviews/reviews.ts'
import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { peopleKey } from '#web/shell/query-keys.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Mark } from '#web/ui/form/chip.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Stars } from '#web/ui/person/rating.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import styles from './my-page.module.css'
import item from './my-reviews-page.module.css'

/** Below the people key: a block invalidates it. */
const useMyReviews = () =>
  useInfiniteQuery({
    queryKey: [...peopleKey, 'my-reviews'],
    queryFn: ({ signal, pageParam }) =>
      fetchEndpoint(reviewsEndpoints.getMyReviews, pageParam === '' ? {} : { before: pageParam }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.more ? page.reviews.at(-1)?.id : undefined),
    staleTime: 0,
  })

/** What this member has written about broadcasters, with the score given. */
export const MyReviewsPage = () => (
  <MemberSubPage title="書いたレビュー">
    <PagedList
      query={useMyReviews()}
      itemsOf={(page) => page.reviews}
      loading={<RowsSkeleton count={3} />}
      empty={
        <EmptyState level={2} picture={null} title="まだレビューはありません">
          60秒以上の通話のあとに、感想を書けます。
        </EmptyState>
      }
    >
      {(reviews) => (
        <>
          <p className={styles.note}>お名前は、配信者にもほかの方にも表示されません。</p>
          <Panel>
            {reviews.map((review) => (
              <OwnReviewItem key={review.id} review={review} />
            ))}
          </Panel>
        </>
      )}
    </PagedList>
  </MemberSubPage>
)

const OwnReviewItem = ({
  review: { partner, score, description, postedAt, answer, isHidden },
}: {
  review: OwnReview
}) => (
  <article className={item.review} aria-label={`${partner.name}さんへのレビュー`}>
    <div className={item.head}>
      <Link to={paths.profile(partner.id)}>{partner.name}さん</Link>
      <Stars score={score} />
      {isHidden ? <Mark>非表示</Mark> : null}
      <DateText at={postedAt} form="day" />
    </div>
    {description === '' ? null : <p className={item.text}>{description}</p>}
    {answer ? (
      <div className={item.answer}>
        <p className={item.answerHead}>
          <b>{partner.name}さんの返信</b>
          <DateText at={answer.answeredAt} form="day" />
        </p>
        <p className={item.text}>{answer.text}</p>
      </div>
    ) : null}
  </article>
)
