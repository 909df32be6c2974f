import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'

import { dayTimeAhead } from '#web/text/format.ts'
import { Panel, Rows } from '#web/ui/panel.tsx'
import { bookingView } from './booking-view.ts'
import styles from './bookings-panel.module.css'
import { useBookings } from './queries.ts'
import { useWallClock } from './use-wall-clock.ts'

const shownMax = 3

/** The next bookings on ベース; absent while there are none. */
export const BookingsPanel = () => {
  const { data } = useBookings()
  const now = useWallClock(15_000)
  const open = data?.bookings.filter(({ phase }) => phase === 'proposed' || phase === 'accepted') ?? []
  if (open.length === 0) return null
  return (
    <Panel title="通話の予約">
      <Rows>
        {open.slice(0, shownMax).map((booking) => {
          const { state, mustAnswer, mayCall } = bookingView(booking, now)
          return (
            <li key={booking.bookingId}>
              <Link to={paths.bookings()} className={styles.row}>
                <span>
                  <b className="num">{dayTimeAhead(booking.startsAt, now)}</b>
                  <span>{booking.partner.name}さん</span>
                </span>
                <small data-asked={mustAnswer || mayCall || undefined}>{state}</small>
              </Link>
            </li>
          )
        })}
      </Rows>
    </Panel>
  )
}
