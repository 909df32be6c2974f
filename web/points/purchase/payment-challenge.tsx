import { useState } from 'react'
import { call, type Failure, isFailure } from '#contract/core/client.ts'
import { type Order, purchaseEndpoints } from '#contract/points/purchase.ts'
import { yen } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './purchase.module.css'

/** The sandbox's challenge is a page of ours: its payment can be answered in place. Null: another service's page. */
const sandboxPaymentOf = (challengeUrl: string): string | null => {
  const { origin, pathname } = new URL(challengeUrl, window.location.href)
  const isOurs = origin === window.location.origin
  return isOurs ? decodeURIComponent(pathname.split('/').at(-1) ?? '') : null
}

/** The bank's check of a payer (3-D Secure) without leaving the page, which a running call needs. */
export const PaymentChallenge = ({
  order,
  onSettled,
}: {
  order: Order
  onSettled: (order: Order) => void
}) => {
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const url = order.challengeUrl ?? ''
  const paymentId = sandboxPaymentOf(url)
  const settle = async (answer: Promise<{ order: Order } | Failure>) => {
    setIsSending(true)
    setProblem(null)
    const answered = await answer
    setIsSending(false)
    if (isFailure(answered)) setProblem(answered.message)
    else if (answered.order.state === 'challenge') setProblem('本人認証がまだ終わっていません。')
    else onSettled(answered.order)
  }
  const answerSandbox = (id: string, isPassed: boolean) =>
    void settle(call(purchaseEndpoints.resolveSandboxChallenge, { paymentId: id, isPassed }))
  return (
    <>
      <p className={styles.modalText}>
        {yen(order.priceYen)}のお支払いに、カードの本人認証が必要です。
        {paymentId === null
          ? '認証の画面は別のタブで開きます。通話はつながったままです。'
          : 'これはテスト用の画面です。'}
      </p>
      {problem ? (
        <p role="alert" className={styles.beyond}>
          {problem}
        </p>
      ) : null}
      {paymentId === null ? (
        <>
          <Button variant="primary" size="l" block onClick={() => window.open(url, '_blank', 'noreferrer')}>
            本人認証の画面を開く
          </Button>
          <Button
            variant="quiet"
            block
            busy={isSending}
            onClick={() => void settle(call(purchaseEndpoints.getOrder, { orderId: order.orderId }))}
          >
            認証が終わりました
          </Button>
        </>
      ) : (
        <>
          <Button
            variant="primary"
            size="l"
            block
            busy={isSending}
            onClick={() => answerSandbox(paymentId, true)}
          >
            認証する
          </Button>
          <Button
            variant="quiet"
            block
            aria-disabled={isSending}
            onClick={() => answerSandbox(paymentId, false)}
          >
            認証に失敗する
          </Button>
        </>
      )}
    </>
  )
}
