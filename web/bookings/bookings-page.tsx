import type { Booking } from '#contract/bookings/bookings.ts'
import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { SettingRow } from '#web/my-page/notification-settings/setting-row.tsx'
import { paths } from '#web/shell/navigation/paths.ts'

import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { BookingCard } from './booking-card.tsx'
import { useBookingSetting, useBookings } from './queries.ts'
import { useWallClock } from './use-wall-clock.ts'

/** 通話の予約: what is to come, and what was. */
export const BookingsPage = () => (
  <MemberSubPage title="通話の予約">
    <Content />
  </MemberSubPage>
)

const isOpen = ({ phase }: Booking): boolean => phase === 'proposed' || phase === 'accepted'

const Content = () => {
  const query = useBookings()
  const now = useWallClock(15_000)
  if (!query.data)
    return <Panel>{query.isError ? <QueryError query={query} /> : <RowsSkeleton count={3} />}</Panel>
  const { bookings, isOpen: acceptsProposals } = query.data
  const [open, past] = [bookings.filter(isOpen), bookings.filter((booking) => !isOpen(booking))]
  return (
    <>
      {acceptsProposals === null ? null : <Setting isOpen={acceptsProposals} />}
      {open.length > 0 ? (
        <Panel title="これからの予約">
          <Cards bookings={open} now={now} />
        </Panel>
      ) : (
        <Panel>
          <EmptyState
            title="これからの予約はありません"
            {...(acceptsProposals === null
              ? {
                  action: (
                    <ButtonLink variant="primary" to={paths.search()}>
                      配信者をさがす
                    </ButtonLink>
                  ),
                }
              : {})}
          >
            {acceptsProposals === null
              ? '配信者のプロフィールから、通話の時間を予約できます。'
              : '申し込みが届くと、ここに表示されます。'}
          </EmptyState>
        </Panel>
      )}
      {past.length > 0 ? (
        <Panel title="終わった予約" note="30日間">
          <Cards bookings={past} now={now} />
        </Panel>
      ) : null}
    </>
  )
}

const Cards = ({ bookings, now }: { bookings: readonly Booking[]; now: number }) => (
  <Rows>
    {bookings.map((booking) => (
      <li key={booking.bookingId}>
        <BookingCard booking={booking} now={now} />
      </li>
    ))}
  </Rows>
)

const Setting = ({ isOpen: acceptsProposals }: { isOpen: boolean }) => {
  const change = useBookingSetting()
  return (
    <Panel>
      <SettingRow
        name="予約を受け付ける"
        explanation="オフにしても、決まっている予約はそのまま残ります。"
        isOn={acceptsProposals}
        busy={change.isPending}
        onSwitch={(next) => change.mutate(next)}
      />
    </Panel>
  )
}
