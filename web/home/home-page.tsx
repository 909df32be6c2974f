import { Suspense, useState } from 'react'
import type { PersonCard } from '#contract/people/people.ts'
import { homeStandbyMax, homeStandbyShown } from '#domain/people/figures.ts'
import { useLivePeople, usePeople } from '#web/people/queries.ts'
import { usePresenceEvents } from '#web/people/use-presence-events.ts'
import { Link } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { isAwaited } from '#web/shell/query.ts'
import { useIsDesktop } from '#web/shell/use-is-desktop.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SectionHead } from '#web/ui/panel.tsx'
import { PersonGridSkeleton } from '#web/ui/person/person-card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FavouriteStrip, useFavouriteStrip } from './favourite-strip.tsx'
import { HomeBar } from './home-bar.tsx'
import styles from './home-page.module.css'
import { LiveStrip } from './live-strip.tsx'
import { PersonCards } from './person-cards.tsx'
import { RandomCard } from './random-card.tsx'
import { Introduction, WelcomeGift } from './visitor-intro.tsx'

// Below the first screen, or seldom there: not part of the first page's code.
const HomeMore = lazyPart(async () => (await import('./home-more.tsx')).HomeMore)
const HomeAside = lazyPart(async () => (await import('./home-aside.tsx')).HomeAside)
const BroadcasterHome = lazyPart(
  async () => (await import('./broadcaster/broadcaster-home.tsx')).BroadcasterHome,
)

/** Before ほかN人を見る is pressed; a phone has two columns. */
const firstOnPhone = 8
/** Cards a phone shows without scrolling; their pictures are fetched first. */
const eagerCards = 4

/** A list keeps people who have just left standby in their place; the count leaves them out. */
const waitingNow = (list: { users: readonly PersonCard[]; total: number | null }): number =>
  (list.total ?? 0) - list.users.filter(({ state }) => state !== 'standby').length

/** What can be talked to now; for a broadcaster the broadcaster's own day. */
export const HomePage = () => {
  const isBroadcaster = useSession().data?.user.isBroadcaster === true
  usePageTitle(null)
  return isBroadcaster ? (
    <Suspense fallback={<HomeBar />}>
      <BroadcasterHome />
    </Suspense>
  ) : (
    <PeopleHome />
  )
}

const PeopleHome = () => {
  usePresenceEvents()
  const isVisitor = useSession().status === 'unauthenticated'
  const [showsAll, setShowsAll] = useState(false)
  const standby = usePeople('standby', homeStandbyMax)
  const first = useIsDesktop() ? homeStandbyShown : firstOnPhone
  const shown = standby.data?.users.slice(0, showsAll ? homeStandbyMax : first) ?? []
  const live = useLivePeople()
  const favourites = useFavouriteStrip()
  // A strip that came after the cards would push them down.
  const isReady = ![standby, live, favourites].some(isAwaited)
  const waiting = standby.data && waitingNow(standby.data)
  return (
    <>
      <HomeBar />
      <div className={styles.wrap}>
        <header>
          <h1 className={styles.display}>今宵、だれと話そう。</h1>
          {isVisitor ? <Introduction /> : null}
          <Lead total={waiting} isFailed={standby.isError} />
        </header>
        {isVisitor ? <WelcomeGift /> : null}
        <div className={styles.columns}>
          <div className={styles.lists}>
            {isReady ? (
              <>
                {live.data && live.data.users.length > 0 ? <LiveStrip people={live.data.users} /> : null}
                <FavouriteStrip />
                <RandomCard />
                <section aria-labelledby="standby">
                  <SectionHead
                    id="standby"
                    title="すぐ話せる人"
                    {...(waiting === undefined ? {} : { count: `${waiting}人` })}
                  >
                    <Link to={paths.search()}>条件でさがす</Link>
                  </SectionHead>
                  <StandbyGrid query={standby} shown={shown} onShowAll={() => setShowsAll(true)} />
                </section>
              </>
            ) : (
              <ListsSkeleton />
            )}
            <Suspense fallback={null}>
              <HomeMore shownAbove={shown} isReady={isReady && !standby.isPending} />
            </Suspense>
          </div>
          <Suspense fallback={null}>
            <HomeAside className={styles.aside} />
          </Suspense>
        </div>
      </div>
    </>
  )
}

const Lead = ({ total, isFailed }: { total: number | undefined; isFailed: boolean }) => {
  if (isFailed) return null
  if (total === undefined) return <Skeleton height={20} width={148} />
  return (
    <p className={styles.lead}>
      {total > 0 ? (
        <>
          いま<span className="num">{total}</span>人が待機中です
        </>
      ) : (
        'いま待機中の人はいません'
      )}
    </p>
  )
}

/** What is in the lists' place until the first of them are known. */
const ListsSkeleton = () => (
  <>
    <Skeleton height={72} className={styles.cardSkeleton} />
    <PersonGridSkeleton count={8} />
  </>
)

const StandbyGrid = ({
  query,
  shown,
  onShowAll,
}: {
  query: ReturnType<typeof usePeople>
  shown: readonly PersonCard[]
  onShowAll: () => void
}) => {
  if (query.isError && !query.data) return <QueryError query={query} />
  if (!query.data) return <PersonGridSkeleton count={8} />
  if (shown.length === 0)
    return (
      <EmptyState level={3} title="すぐに話せる人がいません">
        おすすめの人のプロフィールで、待機の予定を確かめられます。
      </EmptyState>
    )
  const rest = query.data.users.length - shown.length
  return (
    <>
      <PersonCards people={shown} eager={eagerCards} />
      {rest > 0 ? (
        <Button className={styles.more ?? ''} variant="quiet" block onClick={onShowAll}>
          ほか{rest}人を見る
        </Button>
      ) : null}
    </>
  )
}
