import { Star } from 'lucide-react'
import type { Profile } from '#contract/people/people.ts'
import { count, time } from '#web/text/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { StateBadge } from '#web/ui/person/state-badge.tsx'
import styles from './profile-facts.module.css'

/** Longer ago the hour alone would mislead. */
const sinceShownMs = 12 * 3_600_000

/** A broadcaster's state and since when; of a caller only that the caller is in a call. */
export const ProfileState = ({ person }: { person: Profile }) => {
  if (person.role === 'caller' && person.state !== 'inCall') return null
  const since = person.state === 'standby' ? person.standbySince : null
  const isRecent = since !== null && Date.now() - Date.parse(since) < sinceShownMs
  return (
    <p className={styles.state}>
      <StateBadge state={person.state} plain />
      {isRecent ? <span>{time(since)}から待機しています</span> : null}
    </p>
  )
}

/** 評価, お気に入り and, once there were rings enough, 応答率. */
export const ProfileFacts = ({ person }: { person: Profile }) => (
  <dl className={styles.facts}>
    <div>
      <dt>
        評価（<span className="num">{count(person.rating.count)}</span>件）
      </dt>
      <dd className="num">
        {person.rating.average === null ? (
          '–'
        ) : (
          <>
            <Icon of={Star} filled className={styles.star} />
            {person.rating.average.toFixed(1)}
          </>
        )}
      </dd>
    </div>
    <div>
      <dt>お気に入り</dt>
      <dd className="num">
        {count(person.bookmarkCount)}
        <small>人</small>
      </dd>
    </div>
    {person.answerRatePercent === null ? null : (
      <div>
        <dt>応答率</dt>
        <dd className="num">
          {person.answerRatePercent}
          <small>%</small>
        </dd>
      </div>
    )}
  </dl>
)
