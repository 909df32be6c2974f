import type { PersonCard } from '#contract/people/people.ts'
import { CampaignBanner } from '#web/campaigns/campaign-banner.tsx'
import { LegalLinks } from '#web/layout/legal-links.tsx'
import { usePeople } from '#web/people/queries.ts'
import { SectionHead } from '#web/ui/panel.tsx'
import { PersonGridSkeleton } from '#web/ui/person/person-card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import styles from './home-more.module.css'
import { standbyMax } from './home-page.tsx'
import { PersonCards } from './person-cards.tsx'

const recommendedMax = 12
const newcomersMax = 8

/** The sections below the people on standby. */
export const HomeMore = ({
  shownAbove,
  isReady,
}: {
  shownAbove: readonly PersonCard[]
  isReady: boolean
}) => (
  <>
    <CampaignBanner className={styles.banner} />
    <Recommended shownAbove={shownAbove} isReady={isReady} />
    <Newcomers />
    <LegalLinks className={styles.foot} />
  </>
)

/** People who aren't on the screen already, those who answer now first. */
const Recommended = ({ shownAbove, isReady }: { shownAbove: readonly PersonCard[]; isReady: boolean }) => {
  const query = usePeople('recommended', standbyMax)
  const others = query.data?.users.filter(({ id }) => !shownAbove.some((person) => person.id === id))
  if (others?.length === 0) return null
  return (
    <section aria-labelledby="recommended">
      <SectionHead id="recommended" title="おすすめ" />
      {query.isError && !query.data ? (
        <QueryError query={query} />
      ) : others && isReady ? (
        <PersonCards people={others.slice(0, recommendedMax)} />
      ) : (
        <PersonGridSkeleton count={4} />
      )}
    </section>
  )
}

/** Absent while there are no newcomers. */
const Newcomers = () => {
  const { data } = usePeople('newcomers', newcomersMax)
  if (!data || data.users.length === 0) return null
  return (
    <section aria-labelledby="newcomers">
      <SectionHead id="newcomers" title="新しい人" />
      <PersonCards people={data.users} />
    </section>
  )
}
