import { useState } from 'react'
import { Link } from 'react-router'
import type { PersonCard } from '../../contract/people.ts'
import { usePeople } from '../people/queries.ts'
import { paths } from '../shell/paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty-state.tsx'
import { RowsSkeleton } from '../ui/skeleton.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import styles from './favourite-list.module.css'

const favouritesMax = 60
const firstShown = 5

/** Everybody the member favours, the latest first. */
export const FavouriteList = () => {
  const query = usePeople('favourites', favouritesMax)
  const [showsAll, setShowsAll] = useState(false)
  if (query.isError && !query.data)
    return (
      <ErrorState
        message={query.error.message}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data) return <RowsSkeleton count={3} />
  const people = query.data.users
  if (people.length === 0)
    return (
      <EmptyState
        level={3}
        picture={null}
        title="まだお気に入りはありません"
        action={
          <ButtonLink variant="quiet" size="s" to={paths.home()}>
            ホームで探す
          </ButtonLink>
        }
      >
        プロフィールのハートを押すと、ここに並びます。
      </EmptyState>
    )
  const shown = showsAll ? people : people.slice(0, firstShown)
  return (
    <>
      <ul className={styles.rows}>
        {shown.map((person) => (
          <li key={person.id}>
            <FavouriteRow person={person} />
          </li>
        ))}
      </ul>
      {shown.length < people.length ? (
        <Button variant="quiet" block className={styles.more ?? ''} onClick={() => setShowsAll(true)}>
          ほか{people.length - shown.length}人を見る
        </Button>
      ) : null}
    </>
  )
}

/** A caller's state is nobody's business, except that he is in a call. */
const FavouriteRow = ({ person }: { person: PersonCard }) => (
  <Link to={paths.profile(person.id)} className={styles.row}>
    <Avatar imageId={person.avatarId} size={48} />
    <span className={styles.who}>
      <b>{person.name}</b>
      <small>
        <span className="num">{person.age}</span>歳・{person.region}
        {person.tags[0] ? `・${person.tags[0]}` : ''}
      </small>
    </span>
    {person.role === 'broadcaster' || person.state === 'inCall' ? (
      <StateBadge state={person.state} plain />
    ) : null}
  </Link>
)
