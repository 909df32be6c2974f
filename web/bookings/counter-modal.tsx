import { useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { usualDay, usualTime } from './booking-times.ts'
import { useBookingChange } from './queries.ts'
import { type PickedTime, TimePicker } from './time-picker.tsx'

/** The broadcaster proposes another time; the modal stays open when it is refused. */
export const CounterModal = ({ booking, onClose }: { booking: Booking; onClose: () => void }) => {
  const [now] = useState(Date.now)
  const [picked, setPicked] = useState<PickedTime>(() => {
    const midnight = usualDay([], now)
    return { midnight, startsAt: usualTime(midnight, [], now) }
  })
  const change = useBookingChange()
  const { bookingId, partner } = booking
  const { startsAt } = picked
  return (
    <Modal open onClose={onClose} title="別の時間を提案" dismissible={!change.isPending}>
      <TimePicker value={picked} slots={[]} now={now} onPick={setPicked} />
      <Button
        variant="primary"
        size="l"
        block
        busy={change.isPending}
        disabled={startsAt === null}
        onClick={() => {
          if (startsAt === null) return
          change.mutate(
            { type: 'counter', bookingId, startsAt: new Date(startsAt).toISOString() },
            { onSuccess: onClose },
          )
        }}
      >
        {partner.name}さんに提案する
      </Button>
    </Modal>
  )
}
