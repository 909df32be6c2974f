import { useState } from 'react'
import { type MenuOrder, menuQueueMax, toyMenuEndpoints } from '#contract/live/flow.ts'
import { AnswerError } from '#web/shell/query.ts'
import { points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import styles from './sheets.module.css'
import { type LiveFlow, useAsk, useToyMenu } from './use-flow.ts'
import { usePaidOnce } from './use-paid-once.ts'

interface MenuSheetProps {
  live: LiveFlow
  broadcasterId: string
  onNeedPoints: () => void
  onClose: () => void
}

/** The broadcaster's toy menu and the queue. What is ordered is held, and paid when it was carried out. */
export const MenuSheet = ({ live, broadcasterId, onNeedPoints, onClose }: MenuSheetProps) => {
  const query = useToyMenu(broadcasterId, true)
  const { data, refetch } = query
  const order = useAsk(toyMenuEndpoints.payLovenseMenuPoint)
  const [isAnonymous, setAnonymous] = useState(false)
  const { roomId } = live
  const payOnce = usePaidOnce(roomId)
  const { orders, state } = live.flow
  const isFull = orders.length >= menuQueueMax
  const buy = async (menuId: string, expectedPoints: number) => {
    try {
      const { order: made } = await payOnce(['menu', menuId, isAnonymous], (orderId) =>
        order.mutateAsync({ roomId, orderId, menuId, expectedPoints, isAnonymous }),
      )
      // An order whose first answer got lost may have left the queue since.
      const waiting = made.state === 'waiting' ? [made] : []
      live.updateOrders([...orders.filter(({ orderId }) => orderId !== made.orderId), ...waiting])
    } catch (failure) {
      if (!(failure instanceof AnswerError)) return
      if (failure.code === 'insufficientPoints') onNeedPoints()
      if (failure.code === 'livePriceChanged') void refetch()
    }
  }
  return (
    <Modal open night title="メニュー" onClose={onClose} dismissible={!order.isPending}>
      {query.error ? <QueryError query={query} /> : null}
      {state.isMenuPaused ? <p className={styles.hint}>メニューは、ただいま休止中です。</p> : null}
      {data?.items.length === 0 ? <p className={styles.hint}>メニューは、まだありません。</p> : null}
      <ul className={styles.menu}>
        {(data?.items ?? []).map(({ menuId, name, points: price, seconds }) => (
          <li key={menuId}>
            <span>
              {name}
              <small>{seconds}秒</small>
            </span>
            <Button
              size="s"
              variant="tonal"
              busy={order.isPending && order.variables.menuId === menuId}
              aria-disabled={state.isMenuPaused || isFull || order.isPending}
              onClick={() => void buy(menuId, price)}
            >
              {points(price)}
            </Button>
          </li>
        ))}
      </ul>
      {order.error ? (
        <p className={styles.refusal} role="alert">
          {order.error.message}
        </p>
      ) : null}
      {data && data.items.length > 0 ? (
        <>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={isAnonymous}
              onChange={(event) => setAnonymous(event.target.checked)}
            />
            名前を出さずに注文する
          </label>
          <p className={styles.hint}>
            注文したポイントは取り置かれ、行われたときに支払われます。見送りや配信の終了では、そのまま戻ります。
          </p>
        </>
      ) : null}
      <Queue orders={orders} />
    </Modal>
  )
}

export const Queue = ({
  orders,
  actions,
}: {
  orders: readonly MenuOrder[]
  /** The broadcaster's buttons. */
  actions?: (order: MenuOrder) => React.ReactNode
}) => {
  if (orders.length === 0) return null
  return (
    <section>
      <h3 className={styles.heading}>
        順番待ち<small className="num">{orders.length}件</small>
      </h3>
      <ol className={styles.queue}>
        {orders.map((order) => (
          <li key={order.orderId} data-mine={order.isMine || undefined}>
            <span>
              {order.name}
              <small>{order.isMine ? 'あなた' : (order.memberName ?? '匿名')}</small>
            </span>
            {actions ? actions(order) : <b className="num">{points(order.points)}</b>}
          </li>
        ))}
      </ol>
    </section>
  )
}
