import { useEffect, useRef } from 'react'
import type { Profile } from '#contract/people/people.ts'
import { useLocation } from '#web/router/router.ts'
import { count } from '#web/text/format.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SectionHead } from '#web/ui/panel.tsx'
import { Stars } from '#web/ui/person/rating.tsx'
import styles from './profile-reviews.module.css'
import { useReviews } from './queries.ts'
import { ReviewList } from './review-list.tsx'

/**
 * The callers' reviews: the mean, the distribution of the scores, the texts and the broadcaster's answers.
 */
export const ProfileReviews = ({ person, isOwn }: { person: Profile; isOwn: boolean }) => {
  const { average, count: total } = person.rating
  const { hash } = useLocation()
  const sectionRef = useRef<HTMLElement>(null)
  // The profile loaded after the browser had looked for the anchor.
  useEffect(() => {
    if (hash === '#reviews') sectionRef.current?.scrollIntoView()
  }, [hash])
  return (
    <section ref={sectionRef} aria-labelledby="reviews">
      <SectionHead id="reviews" title="レビュー" {...(total > 0 ? { count: `${count(total)}件` } : {})} />
      {average === null ? (
        <EmptyState level={3} picture={null} title="まだレビューはありません">
          {isOwn ? '通話のあとに届いた感想が、ここに並びます。' : '60秒以上の通話のあとに、感想を書けます。'}
        </EmptyState>
      ) : (
        <>
          <div className={styles.summary}>
            <div>
              <p className={`${styles.average} num`}>{average.toFixed(1)}</p>
              <Stars score={average} className={styles.stars ?? ''} />
            </div>
            <ScoreDistribution scoreCounts={person.scoreCounts} total={total} />
          </div>
          <ReviewList person={person} isOwn={isOwn} />
        </>
      )}
    </section>
  )
}

/** Requests the reviews before their place is there. */
export const ReviewsAhead = ({ person }: { person: Profile }) => {
  useReviews(person.id)
  return null
}

const ScoreDistribution = ({ scoreCounts, total }: { scoreCounts: readonly number[]; total: number }) => (
  <ul className={styles.distribution} aria-label="評価の内訳">
    {[5, 4, 3, 2, 1].map((score) => {
      const given = scoreCounts[score - 1] ?? 0
      return (
        <li key={score}>
          <span className="num">
            {score}
            <span className="vh">点</span>
          </span>
          <i style={{ '--share': total === 0 ? 0 : given / total } as React.CSSProperties} />
          <span className="num">
            {count(given)}
            <span className="vh">件</span>
          </span>
        </li>
      )
    })}
  </ul>
)
