import { useQuery } from '@tanstack/react-query'
import { type GalleryReceipt, receiptsEndpoints } from '#contract/receipts/receipts.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { AnswerError, fetchEndpoint } from '#web/shell/query.ts'
import { galleryKey } from '#web/shell/query-keys.ts'
import { count, day, dayTime, points } from '#web/text/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import styles from './receipt-page.module.css'
import { ReceiptProof } from './receipt-proof.tsx'
import { ReceiptSkeleton } from './receipt-skeleton.tsx'

/** A purchase in the gallery, for its buyer. */
export const GalleryReceiptContent = ({ receiptId }: { receiptId: number }) => {
  const query = useQuery({
    queryKey: [...galleryKey, 'receipt', receiptId],
    queryFn: ({ signal }) => fetchEndpoint(receiptsEndpoints.getGalleryReceipt, { receiptId }, { signal }),
    staleTime: 0,
  })
  if (query.data) return <ReceiptView receipt={query.data.receipt} signed={query.data.signed} />
  if (!query.isError) return <ReceiptSkeleton />
  const isUnknown = query.error instanceof AnswerError && query.error.code !== 'serverFailure'
  if (!isUnknown) return <QueryError query={query} />
  return (
    <EmptyState
      title="この明細は見つかりませんでした"
      action={
        <ButtonLink variant="quiet" to={paths.pointHistory()}>
          ポイントの履歴へ
        </ButtonLink>
      }
    />
  )
}

const kindNames = { image: '画像', video: '動画' } as const
const lotNames = { free: '無料ポイント', paid: '有料ポイント' } as const

const ReceiptView = ({ receipt, signed }: { receipt: GalleryReceipt; signed: string }) => {
  const nowMs = Date.now()
  const { owner, returned } = receipt
  return (
    <div className={styles.columns}>
      <Panel>
        <div className={styles.partner}>
          <Avatar imageId={owner.avatarId} name={owner.name} size={56} />
          <p>
            <b>{owner.name}さん</b>
            <span>ギャラリーの{kindNames[receipt.kind]}</span>
          </p>
        </div>
        <p className={styles.total}>
          <span>使用ポイント</span>
          <b className="num">
            {count(receipt.points - (returned?.points ?? 0))}
            <small>pt</small>
          </b>
        </p>
      </Panel>
      <Panel title="作品">
        <FactList
          items={[
            { label: 'タイトル', value: <ItemTitle receipt={receipt} /> },
            { label: '購入', value: dayTime(receipt.boughtAt, nowMs) },
          ]}
        />
      </Panel>
      <Panel title="ポイント">
        <FactList
          items={[
            { label: '価格', value: points(receipt.points) },
            ...receipt.lots.map((lot) => ({
              label: lotNames[lot.kind],
              value: points(lot.points),
              note: `${day(lot.expiresAt, nowMs)}まで`,
            })),
            ...(returned
              ? [
                  {
                    label: '返還',
                    value: `+${points(returned.points)}`,
                    note: `${dayTime(returned.at, nowMs)}にお返ししました`,
                  },
                ]
              : []),
          ]}
        />
      </Panel>
      <ReceiptProof signed={signed} />
      <p className={styles.id}>
        明細番号 <span className="num">{receipt.receiptId}</span>
      </p>
    </div>
  )
}

const ItemTitle = ({ receipt: { itemId, title } }: { receipt: GalleryReceipt }) => {
  if (title === null) return '表示できない作品'
  return itemId === null ? (
    title
  ) : (
    <Link to={paths.galleryItem(itemId)} className={styles.link}>
      {title}
    </Link>
  )
}
