import { MoreButton } from '#web/ui/paged-list.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useReviews } from './queries.ts'
import { ReviewItem } from './review-item.tsx'
import styles from './review-list.module.css'

/** The reviews with texts, newest first, in all their states. */
export const ReviewList = ({
  person,
  isOwn,
}: {
  person: { id: string; name: string }
  /** The viewer is the reviewed broadcaster. */
  isOwn: boolean
}) => {
  const query = useReviews(person.id)
  if (query.isError && !query.data) return <QueryError query={query} />
  if (!query.data) return <ListSkeleton />
  const reviews = query.data.pages.flatMap((page) => page.reviews)
  if (reviews.length === 0) return <p className={styles.none}>感想の書かれたレビューは、まだありません。</p>
  return (
    <>
      <ul className={styles.list}>
        {reviews.map((review) => (
          <li key={review.id}>
            <ReviewItem review={review} person={person} isOwn={isOwn} />
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  )
}

const ListSkeleton = () => (
  <div role="status">
    <span className="vh">読み込み中</span>
    <div className={styles.list} aria-hidden="true">
      {[1, 2, 3].map((place) => (
        <div key={place}>
          <Skeleton height={16} width="46%" />
          <Skeleton height={14} width="92%" />
          <Skeleton height={14} width="60%" />
        </div>
      ))}
    </div>
  </div>
)
