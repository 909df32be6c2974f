import { Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallKind } from '#contract/calls/calls.ts'
import type { PersonCard as Person } from '#contract/people/people.ts'
import { cardPortraitSize } from '#domain/people/portrait.ts'
import { Link } from '#web/router/router.ts'
import { classes } from '../classes.ts'
import { Mark } from '../form/chip.tsx'
import { Icon } from '../icon.tsx'
import { CallButton } from '../points/call-button.tsx'
import { Skeleton } from '../skeleton.tsx'
import { AgeAndRegion } from './age-and-region.tsx'
import { avatarUrl } from './images.ts'
import styles from './person-card.module.css'
import { Rating } from './rating.tsx'
import { StateBadge } from './state-badge.tsx'

export interface PersonCardProps {
  person: Person
  /** The next planned standby, such as 今夜 21:00〜, in place of the tag. */
  next?: string | null
  /** The person's profile. */
  to: string
  /** The one-tap call: a link or an action, neither while the person can't accept one. Null for a person without calls. */
  call: { kind: CallKind; ratePointsPerMin: number; to?: string; onPress?: () => void } | null
  /** In place of the call of a person who can't accept one now. */
  instead?: ReactNode
  /** Absent for a visitor, who can't have favourites. */
  onToggleFavourite?: () => void
  favouriteLocked?: boolean
  /** True for cards of the first screen: their picture loads at once. */
  eager?: boolean
  /** A small button at the end of the name. */
  menu?: ReactNode
}

export const PersonCard = ({
  person,
  next = null,
  to,
  call,
  instead,
  onToggleFavourite,
  favouriteLocked = false,
  eager = false,
  menu,
}: PersonCardProps) => (
  <article className={styles.card}>
    <Picture person={person} eager={eager} />
    <div className={styles.body} data-menu={menu ? true : undefined}>
      {menu ? <span className={styles.menu}>{menu}</span> : null}
      <p className={styles.name}>
        <Link to={to} className={styles.link}>
          {person.name}
        </Link>
        <small>
          <AgeAndRegion age={person.age} region={person.region} brief />
        </small>
      </p>
      <p className={styles.meta}>
        <Rating average={person.rating.average} count={person.rating.count} />
        {next ? (
          <span className={styles.tag}>
            <span className="vh">次の予定 </span>
            {next}
          </span>
        ) : person.tags[0] ? (
          <span className={styles.tag}>{person.tags[0]}</span>
        ) : null}
      </p>
      {instead ? (
        <div className={styles.instead}>{instead}</div>
      ) : call ? (
        <CallButton
          kind={call.kind}
          ratePointsPerMin={call.ratePointsPerMin}
          name={person.name}
          className={styles.call}
          {...(call.to !== undefined
            ? { to: call.to }
            : call.onPress
              ? { onClick: call.onPress }
              : { variant: 'wait' as const })}
        />
      ) : null}
    </div>
    {onToggleFavourite ? (
      <button
        type="button"
        className={styles.favourite}
        aria-pressed={person.bookmark}
        aria-label={`${person.name}さんをお気に入り`}
        aria-disabled={favouriteLocked || undefined}
        onClick={() => {
          if (!favouriteLocked) onToggleFavourite()
        }}
      >
        <span>
          <Icon of={Heart} size="s" filled={person.bookmark} />
        </span>
      </button>
    ) : null}
  </article>
)

const Picture = ({ person, eager }: { person: Person; eager: boolean }) => (
  <div className={styles.picture}>
    {person.avatarId ? (
      <img
        src={avatarUrl(person.avatarId, cardPortraitSize)}
        alt=""
        width={cardPortraitSize}
        height={509}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding={eager ? 'sync' : 'async'}
      />
    ) : null}
    <StateBadge state={person.state} className={styles.state} />
    {person.isNew ? (
      <span className={styles.new}>
        <Mark>NEW</Mark>
      </span>
    ) : null}
  </div>
)

/** The grid of people: 2 columns on a phone, 3 from 700 px, on a desktop as many as fit. */
export const PersonGrid = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className={styles.grid} aria-label={label}>
    {children}
  </ul>
)

/** As many empty cards as are likely to come. */
export const PersonGridSkeleton = ({ count = 8 }: { count?: number }) => (
  <div role="status">
    <span className="vh">読み込み中</span>
    <div className={styles.grid} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places never change
        <div key={index} className={styles.card}>
          <Skeleton className={classes(styles.picture, styles.blank)} />
          <div className={styles.body}>
            <Skeleton height={18} width="62%" />
            <Skeleton height={14} width="86%" />
            <Skeleton height={44} round />
          </div>
        </div>
      ))}
    </div>
  </div>
)
