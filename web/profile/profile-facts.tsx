import { Star } from 'lucide-react'
import type { Profile } from '#contract/people/people.ts'
import { count, time } from '#web/text/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { StateBadge } from '#web/ui/person/state-badge.tsx'
import styles from './profile-facts.module.css'

/** Longer ago the hour alone would mislead. */
const sinceShownMs = 12 * 3_600_000

/** A broadcaster's state and since when; of a caller only that the caller is in a call. */
export const ProfileState = ({ person, nowMs }: { person: Profile; nowMs: number }) => {
  if (person.role === 'caller' && person.state !== 'inCall') return null
  const since = person.state === 'standby' ? person.standbySince : null
  const isRecent = since !== null && nowMs - Date.parse(since) < sinceShownMs
  return (
    <p className={styles.state}>
      <StateBadge state={person.state} plain />
      {isRecent ? <span>{time(since)}から待機しています</span> : null}
    </p>
  )
}

const Fact = ({ name, value, unit }: { name: string; value: number | null; unit: string }) =>
  value === null ? null : (
    <div>
      <dt>{name}</dt>
      <dd className="num">
        {count(value)}
        <small>{unit}</small>
      </dd>
    </div>
  )

/** 評価, お気に入り and, once there were rings and callers enough, 応答率, 通話回数 and リピーター. */
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
    <Fact name="お気に入り" value={person.bookmarkCount} unit="人" />
    <Fact name="応答率" value={person.answerRatePercent} unit="%" />
    <Fact name="通話回数" value={person.callFigures.calls} unit="回" />
    <Fact name="リピーター" value={person.callFigures.repeatCallers} unit="人" />
  </dl>
)
