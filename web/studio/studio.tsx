import { BookingsPanel } from '#web/bookings/bookings-panel.tsx'
import { useBookings } from '#web/bookings/queries.ts'
import { OwnGalleryPanel } from '#web/gallery/own-gallery-panel.tsx'
import { useOwnItems } from '#web/gallery/queries.ts'
import { useMyStandby } from '#web/people/queries.ts'
import { useWallet } from '#web/points/use-wallet.ts'
import { Earnings } from '#web/points/wallet-panel.tsx'
import { ReceiptRows } from '#web/receipts/receipt-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { GoLiveEntry } from './go-live-entry.tsx'
import { ProfileNudge, useIsProfileLoading } from './profile-nudge.tsx'
import { RatesPanel } from './rates-panel.tsx'
import { SchedulePanel } from './schedule-panel.tsx'
import { SharingPanel } from './sharing-panel.tsx'
import { StandbySwitch } from './standby-switch.tsx'
import styles from './studio.module.css'
import { useStudio } from './studio-queries.ts'
import { StudioSkeleton } from './studio-skeleton.tsx'

/** A broadcaster's studio: standby, prices and week, earnings, calls. */
export const Studio = () => {
  const wallet = useWallet()
  // Shown together, so that no panel pushes another one down.
  const isLoading = [useMyStandby(true), useStudio(), useBookings(), useOwnItems(), wallet].some(
    (query) => query.isLoading,
  )
  const isProfileLoading = useIsProfileLoading()
  if (isLoading || isProfileLoading) return <StudioSkeleton />
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <StandbySwitch />
        <GoLiveEntry />
        <BookingsPanel />
        <ProfileNudge />
      </div>
      <div className={styles.column}>
        <Settings />
      </div>
      <div className={styles.column}>
        {wallet.data?.earnings ? <Earnings point={wallet.data.earnings.point} /> : null}
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
        <SharingPanel isShared={query.data.isShared} />
      </>
    )
  if (!query.isError) return null
  return (
    <Panel title="通話の料金・待機の予定">
      <QueryError query={query} />
    </Panel>
  )
}
