import { useInfiniteQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { favouritesEndpoints } from '#contract/favourites/favourites.ts'
import type { PersonCard } from '#contract/people/people.ts'
import {
  type CallOffer,
  callOffers,
  offersToCaller,
  oneTapOffer,
  outgoingPath,
  standbyCallPath,
} from '#web/people/call-offer.ts'
import { favouritePagesKey, useMyStandby } from '#web/people/queries.ts'
import { useViewerRole } from '#web/people/use-viewer-role.ts'
import { SafetyMenu } from '#web/safety/safety-menu.tsx'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { AgeAndRegion } from '#web/ui/person/age-and-region.tsx'
import { PeopleList, PersonRow } from '#web/ui/person/people-list.tsx'
import { StateBadge } from '#web/ui/person/state-badge.tsx'
import { CallButton } from '#web/ui/points/call-button.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { useFavourite } from './favourite.ts'
import styles from './favourite-list.module.css'
import { FavouriteAlert } from './person-tile.tsx'

/** The member's favourites, the latest first. */
export const FavouriteList = () => {
  const isBroadcaster = useViewerRole() === 'broadcaster'
  return (
    <PagedList
      query={useFavouritePages()}
      itemsOf={({ users }) => users}
      loading={<RowsSkeleton count={3} />}
      empty={<NoFavourites />}
      moreClassName={styles.more}
    >
      {(people) => (
        <>
          {isBroadcaster ? <p className={styles.note}>通話の料金は、お相手のお支払いです。</p> : null}
          <PeopleList>
            {people.map((person) => (
              <FavouriteRow key={person.id} person={person} />
            ))}
          </PeopleList>
        </>
      )}
    </PagedList>
  )
}

const NoFavourites = () => (
  <EmptyState
    title="まだお気に入りはありません"
    action={
      <ButtonLink variant="quiet" size="s" to={paths.home()}>
        ホームでさがす
      </ButtonLink>
    }
  >
    プロフィールのハートを押すと、ここに並びます。
  </EmptyState>
)

/** The one call that starts from a row: a call to a broadcaster, or a broadcaster's call, which the caller pays. */
const useRowCall = (person: PersonCard): (CallOffer & { to: string }) | null => {
  const role = useViewerRole()
  const isBroadcaster = role === 'broadcaster'
  const { data } = useMyStandby(isBroadcaster)
  const isCaller = person.role === 'caller'
  const offer = oneTapOffer(isCaller ? offersToCaller(data?.rates, person.state) : callOffers(person, role))
  if (offer?.way !== 'dial') return null
  return { ...offer, to: (isCaller ? outgoingPath : standbyCallPath)(offer.kind, person.id) }
}

/**
 * A person with state, one-tap call and heart. A removed favourite stays in the list until the page is left, so that an
 * accidental press can be undone.
 */
const FavouriteRow = ({ person }: { person: PersonCard }) => {
  const favourite = useFavourite(person.id, person.bookmark)
  const call = useRowCall(person)
  // A caller's state is private, except that the caller is in a call.
  const showsState = person.role === 'broadcaster' || person.state === 'inCall'
  return (
    <PersonRow
      imageId={person.avatarId}
      name={person.name}
      to={paths.profile(person.id)}
      badge={showsState ? <StateBadge state={person.state} plain /> : null}
      note={
        <>
          <AgeAndRegion age={person.age} region={person.region} />
          {person.tags[0] ? `・${person.tags[0]}` : ''}
        </>
      }
    >
      {call ? (
        <CallButton
          kind={call.kind}
          ratePointsPerMin={call.ratePointsPerMin}
          name={person.name}
          to={call.to}
          compact
        />
      ) : null}
      <IconButton
        icon={Heart}
        label={`${person.name}さんをお気に入り`}
        aria-pressed={favourite.bookmark}
        aria-disabled={favourite.locked || undefined}
        filled={favourite.bookmark}
        className={styles.heart}
        onClick={() => {
          if (!favourite.locked) favourite.toggle()
        }}
      />
      <SafetyMenu partner={person} place="card" isOneOfMany className={styles.menu} />
      <FavouriteAlert alert={favourite.alert} onClose={favourite.dismissAlert} />
    </PersonRow>
  )
}

const perPage = 20

/** The member's favourites, the latest first, page by page. */
const useFavouritePages = () => {
  const { data: session } = useSession()
  return useInfiniteQuery({
    queryKey: [...favouritePagesKey, session?.user.id ?? null],
    queryFn: ({ pageParam, signal }) =>
      fetchEndpoint(
        favouritesEndpoints.getBookmarks,
        { limit: perPage, ...(pageParam === null ? {} : { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled: session !== null && session !== undefined,
  })
}
