import type { BroadcasterHome as Home } from '#contract/studio/studio.ts'
import { useMyStandby } from '#web/people/queries.ts'
import { usePresenceEvents } from '#web/people/use-presence-events.ts'
import { ReceiptRows } from '#web/receipts/receipt-list.tsx'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useIsProfileLoading } from '#web/studio/profile-nudge.tsx'
import { StandbySwitch } from '#web/studio/standby-switch.tsx'
import { useBroadcasterHome, useStudio } from '#web/studio/studio-queries.ts'
import { StudioSkeleton } from '#web/studio/studio-skeleton.tsx'
import { count } from '#web/text/format.ts'
import { FigureList, Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { HomeBar } from '../home-bar.tsx'
import styles from './broadcaster-home.module.css'
import { NextSteps } from './next-steps.tsx'
import { WaitingList } from './waiting-list.tsx'

/** A broadcaster's ホーム: standby, who waits for a call back, what today earned, what to do next. */
export const BroadcasterHome = () => {
  usePresenceEvents()
  const query = useBroadcasterHome()
  // Shown together, so that no panel pushes another one down.
  const isPending = [useMyStandby(true), useStudio(), query].some((one) => one.isPending)
  const isProfileLoading = useIsProfileLoading()
  if (isPending || isProfileLoading)
    return (
      <>
        <HomeBar />
        <div className={styles.wrap}>
          <h1 className="vh">ホーム</h1>
          <StudioSkeleton />
        </div>
      </>
    )
  return (
    <>
      <HomeBar />
      <div className={styles.wrap}>
        <h1 className="vh">ホーム</h1>
        <div className={styles.columns}>
          <div className={styles.column}>
            <StandbySwitch />
            {query.data ? <Callers home={query.data} /> : null}
            {query.isError && !query.data ? (
              <Panel title="今日のようす">
                <QueryError query={query} />
              </Panel>
            ) : null}
          </div>
          <div className={styles.column}>
            {query.data ? <Earned earned={query.data.earned} /> : null}
            {query.data ? <NextSteps home={query.data} /> : null}
          </div>
          <div className={styles.column}>
            <Panel title="最近の通話">
              <ReceiptRows side="broadcaster" shownMax={3} />
            </Panel>
          </div>
        </div>
      </div>
    </>
  )
}

const Callers = ({ home }: { home: Home }) => (
  <Panel title="折り返しを待っている方">
    <WaitingList waiting={home.waiting} />
    {home.searchingCallers > 0 ? (
      <p className={styles.note}>
        いま<span className="num">{home.searchingCallers}</span>
        人がランダム通話のお相手をさがしています。待機をオンにすると、つながることがあります。
      </p>
    ) : null}
  </Panel>
)

const Earned = ({ earned }: { earned: Home['earned'] }) => (
  <section className={styles.earned} aria-labelledby="earned-today">
    <div className={styles.head}>
      <h2 id="earned-today">今日の報酬</h2>
      <Link to={paths.earnings()}>報酬の明細</Link>
    </div>
    <p className={`${styles.amount} num`}>
      {count(earned.today)}
      <small>pt</small>
    </p>
    <FigureList
      items={[
        { label: '昨日', value: count(earned.yesterday), unit: 'pt' },
        { label: '今月', value: count(earned.month), unit: 'pt' },
      ]}
    />
  </section>
)
