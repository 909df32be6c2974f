import { lazy, Suspense, useEffect, useState } from 'react'
import type { LiveRoomView } from '#contract/live/rooms.ts'
import { isSpendCapReached } from '#domain/live/payment.ts'
import type { Visit } from '#web/calls/session/call-entry.ts'
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

const TopUpSheet = lazy(async () => ({
  default: (await import('#web/calls/in-call/top-up/top-up-sheet.tsx')).TopUpSheet,
}))

/** Whether the visit ended at the watcher's own limit. Null while it isn't known what was paid in the room. */
const useIsCapReached = ({ call }: CallView, room: LiveRoomView, spendCap: number | null): boolean | null => {
  const { data: payments = [], isLoading } = useVisitPayments(call)
  const spent = (call?.charged ?? 0) + paymentsInAll(payments)
  const isReached = isSpendCapReached(spendCap, spent, call?.ratePointsPerMin ?? room.rates.watch)
  return isReached || spendCap === null || !isLoading ? isReached : null
}

interface VisitEnd {
  wasFreeLook: boolean
  isPointless: boolean
  isCapReached: boolean | null
}

const messageOf = ({ stage }: CallView, { wasFreeLook, isPointless, isCapReached }: VisitEnd): string => {
  if (stage.name === 'elsewhere') return '別の画面で視聴しています。'
  if (wasFreeLook) return '無料でご覧いただけるのは、ここまでです。'
  if (isPointless && isCapReached) return 'あなたが決めた上限になったため、視聴を終えました。'
  const isUndecided = isPointless && isCapReached === null
  return stage.name === 'ended' && !isUndecided ? stage.info.message : '視聴を終えました。'
}

/** How the visit ended and what it cost, over the entrance that asks with the price before the next one. */
export const AfterVisit = ({
  room,
  neighbours,
  view,
  visit,
  onAgain,
}: {
  room: LiveRoomView
  neighbours: Neighbours
  view: CallView
  /** What was chosen at the entrance; null after a reload. */
  visit: Visit | null
  onAgain: () => void
}) => {
  const refresh = useRefreshLive()
  const { stage, call } = view
  const { data: payments = [] } = useVisitPayments(call)
  const wasFreeLook = visit?.isFreeLook === true
  const isPointless = stage.name === 'ended' && stage.info.type === 'pointless' && !wasFreeLook
  const isCapReached = useIsCapReached(view, room, visit?.spendCap ?? null)
  const [isChargeClosed, setIsChargeClosed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the visit has ended
  useEffect(() => refresh(), [])
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
            <b>{messageOf(view, { wasFreeLook, isPointless, isCapReached })}</b>
            {hasReceipt ? (
              <p>
                {isPaid ? `視聴 ${duration(call.callDurationSec)}・${points(call.charged ?? 0)}` : null}
                {payments.length > 0 ? <span>配信でのご利用 {points(paymentsInAll(payments))}</span> : null}
                <Link to={paths.receipt(call.callId)}>明細</Link>
              </p>
            ) : null}
          </div>
        }
      />
      {isPointless && isCapReached === false && !isChargeClosed ? (
        <Suspense fallback={null}>
          <TopUpSheet
            callRate={room.rates.watch}
            isOver
            onCharged={onAgain}
            onClose={() => setIsChargeClosed(true)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
