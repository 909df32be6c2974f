import type { Failure } from '#contract/core/client.ts'
import type { Order } from '#contract/points/purchase.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { orderHeadline } from '../order-text.ts'
import { unknownOutcome, unknownTitle } from './pay-once.ts'

/** Over the page that was opened while the order was paid. */
export const tellOrder = (order: Order, open: (path: string) => void): Promise<void> =>
  showToast({
    tone: order.state === 'granted' ? 'ok' : order.state === 'declined' ? 'error' : 'plain',
    ...orderHeadline(order),
    action: { label: '見る', onPress: () => open(paths.order(order.orderId)) },
  })

/** The same where no order came of it, or where that isn't known. */
export const tellFailure = (failure: Failure, open: (path: string) => void): Promise<void> =>
  showToast({
    tone: 'error',
    title: failure === unknownOutcome ? unknownTitle : '購入できませんでした',
    text: failure.message,
    action: { label: '購入の履歴へ', onPress: () => open(paths.orders()) },
  })
