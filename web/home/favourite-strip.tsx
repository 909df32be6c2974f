import { usePeople } from '#web/people/queries.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { SectionHead } from '#web/ui/panel.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { StateBadge } from '#web/ui/person/state-badge.tsx'
import styles from './favourite-strip.module.css'

const stripMax = 20

export const useFavouriteStrip = () => usePeople('favourites', stripMax)

/** The member's favourites on one line, people on standby first; absent without favourites, and for a visitor. */
export const FavouriteStrip = () => {
  const { data } = useFavouriteStrip()
  const broadcasters = data?.users.filter(({ role }) => role === 'broadcaster') ?? []
  const people = broadcasters.toSorted(
    (one, other) => Number(other.state === 'standby') - Number(one.state === 'standby'),
  )
  if (people.length === 0) return null
  return (
    <section aria-labelledby="favourites">
      <SectionHead id="favourites" title="お気に入り">
        <Link to={paths.favourites()}>すべて見る</Link>
      </SectionHead>
      <ul className={`${styles.strip} scroll-x`}>
        {people.map((person) => (
          <li key={person.id}>
            <Link to={paths.profile(person.id)} className={styles.person}>
              <Avatar imageId={person.avatarId} size={64} />
              <b>{person.name}</b>
              <StateBadge state={person.state} plain />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
