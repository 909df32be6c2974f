import type { Receipt } from '#contract/calls/calls.ts'
import { incrementMs } from '#contract/points/points.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useParams } from '#web/router/router.ts'
import { SafetyMenu } from '#web/safety/safety-menu.tsx'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { AnswerError } from '#web/shell/query.ts'
import { count, day, dayTime, duration, points, pointsPerMinute } from '#web/text/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { GalleryReceiptContent } from './gallery-receipt.tsx'
import { useReceipt, useVisitPayments } from './queries.ts'
import styles from './receipt-page.module.css'
import { ReceiptProof } from './receipt-proof.tsx'
import { ReceiptSegments } from './receipt-segments.tsx'
import { ReceiptSkeleton } from './receipt-skeleton.tsx'
import { endReasonText, subtitleOf, unchargedText } from './receipt-text.ts'
import { paymentsInAll, VisitPayments } from './visit-payments.tsx'

/** The receipt of a call for either side, or of a purchase in the gallery: calls' ids are no numbers. */
export const ReceiptPage = () => {
  const { status } = useSession({ required: true })
  const { id = '' } = useParams()
  const isPurchase = /^\d{1,15}$/.test(id)
  return (
    <SubPage
      title={isPurchase ? 'ギャラリーの明細' : '通話の明細'}
      back={isPurchase ? paths.pointHistory() : paths.myPage()}
    >
      {status !== 'authenticated' ? (
        <ReceiptSkeleton />
      ) : isPurchase ? (
        <GalleryReceiptContent receiptId={Number(id)} />
      ) : (
        <CallReceiptContent callId={id} />
      )}
    </SubPage>
  )
}

const CallReceiptContent = ({ callId }: { callId: string }) => {
  const query = useReceipt(callId)
  if (query.data) return <ReceiptView receipt={query.data.receipt} signed={query.data.signed} />
  if (!query.isError) return <ReceiptSkeleton />
  const isUnknown = query.error instanceof AnswerError && query.error.code !== 'serverFailure'
  if (isUnknown)
    return (
      <EmptyState
        title="この明細は見つかりませんでした"
        action={
          <ButtonLink variant="quiet" to={paths.myPage()}>
            マイページへ
          </ButtonLink>
        }
      >
        通話が終わってから、少しあとに表示されます。
      </EmptyState>
    )
  return <QueryError query={query} />
}

const ReceiptView = ({ receipt, signed }: { receipt: Receipt; signed: string }) => {
  const { data: payments = [] } = useVisitPayments(receipt)
  return (
    <div className={styles.columns}>
      <Panel>
        <div className={styles.partner}>
          <Avatar imageId={receipt.partner.avatarId} name={receipt.partner.name} size={56} />
          <p>
            <b>{receipt.partner.name}さん</b>
            <span>{subtitleOf(receipt)}</span>
          </p>
          <SafetyMenu
            partner={receipt.partner}
            place="pastCall"
            callId={receipt.callId}
            className={styles.menu}
          />
        </div>
        <Total receipt={receipt} further={paymentsInAll(payments)} />
      </Panel>
      <Panel title="時間">
        <FactList items={timeFacts(receipt)} />
      </Panel>
      <ReceiptSegments receipt={receipt} />
      <Panel title={pointsTitle(receipt)}>
        <FactList items={receipt.role === 'caller' ? spentFacts(receipt) : earnedFacts(receipt)} />
      </Panel>
      <VisitPayments payments={payments} role={receipt.role} />
      <ReceiptProof signed={signed} />
      <p className={styles.id}>
        明細番号 <span className="num">{receipt.callId}</span>
      </p>
    </div>
  )
}

/** @param further what was paid or earned beside the meter */
const Total = ({ receipt, further }: { receipt: Receipt; further: number }) => {
  const isCaller = receipt.role === 'caller'
  const amount = isCaller ? (receipt.points ?? 0) - (receipt.pointBack ?? 0) : (receipt.earned ?? 0)
  return (
    <p className={styles.total}>
      <span>{isCaller ? '使用ポイント' : '獲得した報酬'}</span>
      <b className="num">
        {count(amount + further)}
        <small>pt</small>
      </b>
    </p>
  )
}

const timeFacts = (receipt: Receipt) => {
  const nowMs = Date.now()
  return [
    { label: '開始', value: dayTime(receipt.startedAt, nowMs) },
    {
      label: '終了',
      value: dayTime(receipt.endedAt, nowMs),
      note: endReasonText[receipt.role][receipt.endReason],
    },
    {
      label: receipt.origin === 'sideWatch' ? '視聴時間' : '通話時間',
      value: duration(receipt.connectedSec),
    },
    {
      label: '課金時間',
      value: duration(receipt.chargedSec),
      note: `${incrementMs / 1000}秒 × ${count(receipt.chargedIncrements)}回`,
    },
    ...receipt.uncharged.map(({ reason, seconds }) => ({
      label: '課金なし',
      value: duration(seconds),
      note: unchargedText[receipt.role][reason],
    })),
  ]
}

const pointsTitle = ({ role, origin }: Receipt): string => {
  const what = role === 'caller' ? 'ポイント' : '報酬'
  return origin === 'sideWatch' ? `視聴の${what}` : what
}

const lotName = { free: '無料ポイント', paid: '有料ポイント' } as const

const spentFacts = (receipt: Receipt) => [
  {
    label: '料金',
    value: pointsPerMinute(receipt.ratePointsPerMin),
    note: `${incrementMs / 1000}秒ごとに${points(incrementPoints(receipt))}`,
  },
  ...receipt.lots.map((lot) => ({
    label: lotName[lot.kind],
    value: points(lot.points),
    note: `${day(lot.expiresAt, Date.now())}まで`,
  })),
  ...(receipt.pointBack
    ? [{ label: 'ポイントバック', value: `+${points(receipt.pointBack)}`, note: 'お返ししました' }]
    : []),
]

const earnedFacts = (receipt: Receipt) => [
  {
    label: '料金',
    value: pointsPerMinute(receipt.ratePointsPerMin),
    note: 'お相手のお支払いです',
  },
  { label: '獲得', value: points(receipt.earned ?? 0) },
]

const incrementPoints = (receipt: Receipt): number => (receipt.ratePointsPerMin * incrementMs) / 60_000
