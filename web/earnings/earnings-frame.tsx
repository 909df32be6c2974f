import type { ReactNode } from 'react'
import { NotFoundPage } from '#web/layout/status-pages.tsx'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { useBackNavigation } from '#web/shell/navigation/use-back-navigation.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './earnings.module.css'

/** A screen of a broadcaster's earnings; other members get the not-found page. */
export const EarningsFrame = ({
  title,
  back,
  children,
}: {
  title: string
  /** Where the back button leads when the screen was opened directly. */
  back: string
  children: ReactNode
}) => {
  const { status } = useSession({ required: true })
  const me = useMe()
  usePageTitle(title)
  const goBack = useBackNavigation(() => back)
  if (status === 'authenticated' && me.data && me.data.role !== 'broadcaster') return <NotFoundPage />
  return (
    <>
      <div className={styles.bar}>
        <AppBar title={title} onBack={goBack} />
      </div>
      <div className={styles.wrap}>{me.data ? children : <EarningsSkeleton />}</div>
    </>
  )
}

const EarningsSkeleton = () => (
  <div role="status" className={styles.stack}>
    <span className="vh">読み込み中</span>
    <Skeleton height={180} />
    <Skeleton height={280} />
  </div>
)

/** The states of a query except its content: loading, failed, empty. */
export const LoadedQuery = <Data,>({
  query,
  children,
}: {
  query: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  children: (data: Data) => ReactNode
}) => {
  if (query.data !== undefined) return children(query.data)
  if (!query.error) return <EarningsSkeleton />
  return <QueryError query={query} />
}
