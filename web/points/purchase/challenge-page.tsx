import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { call, isFailure } from '#contract/core/client.ts'
import { purchaseEndpoints } from '#contract/points/purchase.ts'
import { useNavigate, useParams } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { pointsKey } from '#web/session/use-points.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { yen } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import orderStyles from '../order.module.css'

/** Replaces the bank's page of a buyer's check (3-D Secure) while the sandbox handles the payments. */
export const ChallengePage = () => {
  const { status } = useSession({ required: true })
  const { paymentId = '' } = useParams()
  usePageTitle('カードの本人認証')
  const challenge = useQuery({
    queryKey: ['purchase', 'challenge', paymentId],
    queryFn: ({ signal }) => fetchEndpoint(purchaseEndpoints.getSandboxChallenge, { paymentId }, { signal }),
    enabled: status === 'authenticated',
  })
  if (challenge.isError)
    return (
      <EmptyState
        level={1}
        title="この本人認証は終わっています"
        action={
          <ButtonLink variant="quiet" to={paths.orders()}>
            購入の履歴へ
          </ButtonLink>
        }
      >
        結果は、購入の履歴でご確認いただけます。
      </EmptyState>
    )
  return (
    <div className={orderStyles.bank}>
      {challenge.data ? (
        <Check paymentId={paymentId} amountYen={challenge.data.amountYen} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  )
}

const Check = ({ paymentId, amountYen }: { paymentId: string; amountYen: number }) => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isSending, setIsSending] = useState(false)
  const answer = async (isPassed: boolean) => {
    setIsSending(true)
    const resolved = await call(purchaseEndpoints.resolveSandboxChallenge, { paymentId, isPassed })
    setIsSending(false)
    if (isFailure(resolved)) {
      void showToast({ tone: 'error', title: '認証を送れませんでした', text: resolved.message })
      return
    }
    void queries.invalidateQueries({ queryKey: pointsKey })
    void navigate(paths.order(resolved.order.orderId), { replace: true })
  }
  return (
    <>
      <Icon of={ShieldCheck} />
      <h1>カードの本人認証</h1>
      <p>これはテスト用の画面です。本番では、カード会社の画面（3Dセキュア）が開きます。</p>
      <dl>
        <div>
          <dt>ご利用先</dt>
          <dd>今宵 Koyoi</dd>
        </div>
        <div>
          <dt>金額</dt>
          <dd className="num">{yen(amountYen)}</dd>
        </div>
      </dl>
      <Button variant="primary" size="l" block busy={isSending} onClick={() => void answer(true)}>
        認証する
      </Button>
      <Button variant="quiet" block aria-disabled={isSending} onClick={() => void answer(false)}>
        認証に失敗する
      </Button>
    </>
  )
}
