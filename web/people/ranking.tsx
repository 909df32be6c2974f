import { Link } from 'react-router'
import { rankingReviewsMin } from '../../domain/people/figures.ts'
import { paths } from '../shell/paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { classes } from '../ui/classes.ts'
import { Panel } from '../ui/panel.tsx'
import { Rating } from '../ui/rating.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { usePeople } from './queries.ts'
import styles from './ranking.module.css'

const places = 5

/** The five best rated; absent until somebody has enough reviews. */
export const Ranking = ({ className }: { className?: string | undefined }) => {
  const { data } = usePeople('topRated', places)
  if (!data || data.users.length === 0) return null
  return (
    <div className={classes(styles.ranking, className)}>
      <Panel title="評価ランキング" note={`レビュー${rankingReviewsMin}件以上`}>
        <ol className={styles.places}>
          {data.users.map((person, index) => (
            <li key={person.id}>
              <span className={`${styles.place} num`} aria-hidden="true">
                {index + 1}
              </span>
              <Avatar imageId={person.avatarId} size={40} />
              <Link to={paths.profile(person.id)} className={styles.person}>
                <b>{person.name}</b>
                <Rating average={person.rating.average} count={person.rating.count} />
              </Link>
              <StateBadge state={person.state} plain />
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}
