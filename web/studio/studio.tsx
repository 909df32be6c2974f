import { BookingsPanel } from '#web/bookings/bookings-panel.tsx'
import { OwnGalleryPanel } from '#web/gallery/own-gallery-panel.tsx'
import { useWallet } from '#web/points/use-wallet.ts'
import { Earnings } from '#web/points/wallet-panel.tsx'
import { ReceiptRows } from '#web/receipts/receipt-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { GoLiveEntry } from './go-live-entry.tsx'
import { ProfileNudge } from './profile-nudge.tsx'
import { RatesPanel } from './rates-panel.tsx'
import { SchedulePanel } from './schedule-panel.tsx'
import { StandbySwitch } from './standby-switch.tsx'
import styles from './studio.module.css'
import { useStudio } from './studio-queries.ts'

/** A broadcaster's studio: standby, prices and week, earnings, calls. */
export const Studio = () => {
  const wallet = useWallet()
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <StandbySwitch />
        <GoLiveEntry />
        <BookingsPanel />
        <ProfileNudge />
        <Settings />
      </div>
      <div className={styles.column}>
        {/* As high as the card, so that the calls below stay where they are. */}
        {wallet.data?.earnings ? (
          <Earnings point={wallet.data.earnings.point} />
        ) : wallet.isPending ? (
          <Skeleton height={156} />
        ) : null}
        <OwnGalleryPanel />
        <Panel title="最近の通話">
          <ReceiptRows side="broadcaster" shownMax={5} />
        </Panel>
      </div>
    </div>
  )
}

const Settings = () => {
  const query = useStudio()
  if (query.data)
    return (
      <>
        <RatesPanel settings={query.data} />
        <SchedulePanel schedule={query.data.schedule} />
      </>
    )
  if (!query.isError) return <Skeleton height={320} />
  return (
    <Panel title="通話の料金・待機の予定">
      <QueryError query={query} />
    </Panel>
  )
}
