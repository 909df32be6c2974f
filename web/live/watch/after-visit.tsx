import { lazy, Suspense, useEffect, useState } from 'react'
import type { LiveRoomView } from '#contract/live/rooms.ts'
import type { CallView } from '#web/calls/session/call-view.ts'
import { useVisitPayments } from '#web/receipts/queries.ts'
import { paymentsInAll } from '#web/receipts/visit-payments.tsx'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { duration, points } from '#web/text/format.ts'
import { useRefreshLive } from '../queries.ts'
import styles from './after-visit.module.css'
import { Entrance } from './entrance.tsx'
import type { Neighbours } from './room-swipe.ts'

const ChargeSheet = lazy(async () => ({
  default: (await import('#web/calls/in-call/charge/charge-sheet.tsx')).ChargeSheet,
}))

/** How the visit ended and what it cost, over the entrance that asks with the price before the next one. */
export const AfterVisit = ({
  room,
  neighbours,
  view,
  wasFreeLook,
  onAgain,
}: {
  room: LiveRoomView
  neighbours: Neighbours
  view: CallView
  wasFreeLook: boolean
  onAgain: () => void
}) => {
  const refresh = useRefreshLive()
  const { stage, call } = view
  const { data: payments = [] } = useVisitPayments(call)
  const isPointless = stage.name === 'ended' && stage.info.type === 'pointless' && !wasFreeLook
  const [charges, setCharges] = useState(isPointless)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the visit has ended
  useEffect(() => refresh(), [])
  const message =
    stage.name === 'elsewhere'
      ? '別の画面で視聴しています。'
      : wasFreeLook
        ? '無料でご覧いただけるのは、ここまでです。'
        : stage.name === 'ended'
          ? stage.info.message
          : '視聴を終えました。'
  const isPaid = call !== null && call.connectedAt !== null && !wasFreeLook
  const hasReceipt = isPaid || (call !== null && payments.length > 0)
  return (
    <>
      <Entrance
        room={room}
        neighbours={neighbours}
        onEnter={onAgain}
        lead={
          <div className={styles.ended} role="status">
            <b>{message}</b>
            {hasReceipt ? (
              <p>
                {isPaid ? `視聴 ${duration(call.callDurationSec)}・${points(call.charged ?? 0)}` : null}
                {payments.length > 0 ? <span>配信でのご利用 {points(paymentsInAll(payments))}</span> : null}
                <Link to={paths.receipt(call.callId)}>領収書</Link>
              </p>
            ) : null}
          </div>
        }
      />
      {charges ? (
        <Suspense fallback={null}>
          <ChargeSheet
            callRate={room.rates.watch}
            isOver
            onCharged={onAgain}
            onClose={() => setCharges(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
