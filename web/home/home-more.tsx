import type { PersonCard } from '#contract/people/people.ts'
import { homeNewcomersShown } from '#domain/people/figures.ts'
import { CampaignBanner } from '#web/campaigns/campaign-banner.tsx'
import { usePeople } from '#web/people/queries.ts'
import { useIsDesktop } from '#web/shell/use-is-desktop.ts'
import { SectionHead } from '#web/ui/panel.tsx'
import { PersonGridSkeleton } from '#web/ui/person/person-card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import styles from './home-more.module.css'
import { PersonCards } from './person-cards.tsx'

const recommendedMax = 12
/** A phone has two columns: three and two rows of cards. */
const recommendedOnPhone = 6
const newcomersOnPhone = 4

interface Above {
  shownAbove: readonly PersonCard[]
}

/** The sections below the people on standby, shown after them; the server gives each of them other people. */
export const HomeMore = ({ shownAbove, isReady }: Above & { isReady: boolean }) => (
  <>
    {isReady ? <CampaignBanner className={styles.banner} /> : null}
    <Recommended shownAbove={shownAbove} isReady={isReady} />
    <Newcomers shownAbove={shownAbove} isReady={isReady} />
  </>
)

/** Somebody may have come to standby between two answers, and ほかN人を見る shows more than the server reckons with. */
const without = (people: readonly PersonCard[] | undefined, { shownAbove }: Above) =>
  people?.filter(({ id }) => !shownAbove.some((person) => person.id === id))

/** Those who answer now first. */
const Recommended = ({ shownAbove, isReady }: Above & { isReady: boolean }) => {
  const max = useIsDesktop() ? recommendedMax : recommendedOnPhone
  const query = usePeople('recommended', recommendedMax, true)
  const others = without(query.data?.users, { shownAbove })
  if (!isReady || others?.length === 0) return null
  return (
    <section aria-labelledby="recommended">
      <SectionHead id="recommended" title="おすすめ" />
      {query.isError && !query.data ? (
        <QueryError query={query} />
      ) : others ? (
        <PersonCards people={others.slice(0, max)} />
      ) : (
        <PersonGridSkeleton count={4} />
      )}
    </section>
  )
}

/** Absent while there are no newcomers. */
const Newcomers = ({ shownAbove, isReady }: Above & { isReady: boolean }) => {
  const max = useIsDesktop() ? homeNewcomersShown : newcomersOnPhone
  const others = without(usePeople('newcomers', homeNewcomersShown, true).data?.users, { shownAbove })
  if (!isReady || !others || others.length === 0) return null
  return (
    <section aria-labelledby="newcomers">
      <SectionHead id="newcomers" title="新しい人" />
      <PersonCards people={others.slice(0, max)} />
    </section>
  )
}
