import { Suspense } from 'react'
import { usePresenceEvents } from '#web/people/use-presence-events.ts'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { StudioSkeleton } from '#web/studio/studio-skeleton.tsx'
import { Timeline } from '#web/timeline/timeline.tsx'
import { AppBar } from '#web/ui/app-bar.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import styles from './base-page.module.css'
import { BecomeCard } from './become-card.tsx'
import { SectionLinks } from './section-links.tsx'
import { sections } from './sections.ts'
import { VisitorCard } from './visitor-card.tsx'

const Studio = lazyPart(async () => (await import('#web/studio/studio.tsx')).Studio)

/**
 * The hub of everybody. For callers the timeline comes first, with the entries to the other places; for broadcasters
 * the studio, with the timeline one tap away. Visitors read the public timeline.
 */
export const BasePage = () => {
  const { status } = useSession()
  const me = useMe()
  usePageTitle('ベース')
  usePresenceEvents()
  return (
    <>
      <AppBar title="ベース" wide />
      <div className={styles.wrap}>
        {status === 'unauthenticated' ? (
          <Hub isMember={false} />
        ) : me.data ? (
          me.data.role === 'broadcaster' ? (
            <BroadcasterBase />
          ) : (
            <Hub isMember />
          )
        ) : me.isError ? (
          <QueryError query={me} />
        ) : (
          <StudioSkeleton />
        )}
      </div>
    </>
  )
}

const BroadcasterBase = () => (
  <>
    <div className={styles.links}>
      <SectionLinks sections={sections} />
    </div>
    <Suspense fallback={<StudioSkeleton />}>
      <Studio />
    </Suspense>
  </>
)

/** On a phone the card is among the posts; a desktop has room beside them. */
const Hub = ({ isMember }: { isMember: boolean }) => {
  const card = isMember ? <BecomeCard /> : <VisitorCard />
  return (
    <div className={styles.columns}>
      <div>
        <div className={styles.phoneLinks}>
          {isMember ? <SectionLinks sections={sections.filter(({ isOnHub }) => !isOnHub)} /> : card}
        </div>
        <Timeline interlude={isMember ? <div className={styles.phoneOnly}>{card}</div> : null} />
      </div>
      <aside className={styles.aside} aria-label="ベースの案内">
        {isMember ? <SectionLinks sections={sections.filter(({ isOnHub }) => !isOnHub)} /> : null}
        {card}
      </aside>
    </div>
  )
}
