import { useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { outgoingPath } from '#web/people/call-offer.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { day, pointsPerMinute, time } from '#web/text/format.ts'
import { callKindLongText } from '#web/text/states.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { CallButton } from '#web/ui/points/call-button.tsx'
import styles from './booking-card.module.css'
import { bookingView } from './booking-view.ts'
import { CounterModal } from './counter-modal.tsx'
import { useBookingChange } from './queries.ts'

/** One booking with what can be done about it now. */
export const BookingCard = ({ booking, now }: { booking: Booking; now: number }) => {
  const { partner, kind, minutes, startsAt, note, ratePointsPerMin, side } = booking
  const view = bookingView(booking, now)
  const isOpen = view.mustAnswer || view.mayCancel
  return (
    <article className={styles.card} data-open={isOpen || undefined}>
      <Link to={paths.profile(partner.id)} className={styles.who}>
        <Avatar imageId={partner.avatarId} size={48} />
        <span>
          <b>{partner.name}</b>
          <small data-asked={view.mustAnswer || view.mayCall || undefined}>{view.state}</small>
        </span>
      </Link>
      <p className={styles.when}>
        <b className="num">
          {day(startsAt, now)} {time(startsAt)}
        </b>
        <span>
          {callKindLongText[kind]}・{minutes}分
          {side === 'caller' && ratePointsPerMin !== null && isOpen
            ? `・${pointsPerMinute(ratePointsPerMin)}`
            : ''}
        </span>
      </p>
      {note ? <p className={styles.note}>{note}</p> : null}
      {view.mayCall && ratePointsPerMin !== null ? (
        <CallButton
          kind={kind}
          ratePointsPerMin={ratePointsPerMin}
          name={partner.name}
          size="l"
          variant="solid"
          to={outgoingPath(kind, partner.id)}
        />
      ) : null}
      {view.mayCall ? (
        <p className={styles.hint}>
          {side === 'caller'
            ? 'つながらないときは、少し待ってからおかけ直しください。'
            : '待機をオンにすると、着信を受けられます。料金はお相手のお支払いです。'}
        </p>
      ) : null}
      <Actions booking={booking} view={view} />
    </article>
  )
}

/** What ends a booking for good, asked first. */
const ends = {
  decline: { title: '予約を見送りますか？', text: '見送ったあとは、承諾できません。', label: '見送る' },
  cancel: { title: '予約を取り消しますか？', text: '', label: '取り消す' },
} as const

const Actions = ({ booking, view }: { booking: Booking; view: ReturnType<typeof bookingView> }) => {
  const { bookingId, startsAt } = booking
  const [open, setOpen] = useState<'counter' | keyof typeof ends | null>(null)
  const change = useBookingChange()
  const close = () => setOpen(null)
  if (!view.mustAnswer && !view.mayCancel) return null
  return (
    <div className={styles.actions} data-asked={view.mustAnswer || undefined}>
      {view.mustAnswer ? (
        <>
          <Button
            variant="primary"
            busy={change.isPending}
            onClick={() => change.mutate({ type: 'accept', bookingId, startsAt })}
          >
            承諾する
          </Button>
          {view.mayCounter ? (
            <Button aria-disabled={change.isPending} onClick={() => setOpen('counter')}>
              別の時間
            </Button>
          ) : null}
          <Button variant="text" aria-disabled={change.isPending} onClick={() => setOpen('decline')}>
            見送る
          </Button>
        </>
      ) : (
        <Button variant="text" onClick={() => setOpen('cancel')}>
          予約を取り消す
        </Button>
      )}
      {open === 'counter' ? <CounterModal booking={booking} onClose={close} /> : null}
      {open === 'decline' || open === 'cancel' ? (
        <ConfirmDialog
          align="center"
          title={ends[open].title}
          label={ends[open].label}
          isPending={change.isPending}
          onConfirm={() => change.mutate({ type: open, bookingId }, { onSettled: close })}
          onClose={close}
        >
          <p className={styles.hint}>{ends[open].text}お相手にお知らせが届きます。</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
