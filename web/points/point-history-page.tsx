import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type PointMovement, pointsEndpoints } from '#contract/points/points.ts'
import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { Link } from '#web/router/router.ts'
import { pointsKey, usePoints } from '#web/session/use-points.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { count, points } from '#web/text/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import styles from './point-history-page.module.css'
import { purposeText } from './point-history-text.ts'

/** What came into the wallet and left it, newest first; what has a receipt leads to it. */
export const PointHistoryPage = () => {
  const balance = usePoints()
  return (
    <MemberSubPage title="ポイントの履歴">
      <p className={styles.balance}>
        <span>いまの残高</span>
        <b className="num">{balance === undefined ? '–' : points(balance)}</b>
      </p>
      <PagedList
        query={useHistory()}
        itemsOf={({ movements }) => movements}
        loading={<RowsSkeleton count={6} />}
        empty={<NoMovements />}
      >
        {(movements) => (
          <Panel>
            <Rows>
              {movements.map((movement) => (
                <MovementRow key={movement.id} movement={movement} />
              ))}
            </Rows>
          </Panel>
        )}
      </PagedList>
    </MemberSubPage>
  )
}

/** Below the balance's key: what changes the balance has a line here. */
const historyKey = [...pointsKey, 'history'] as const

const useHistory = () =>
  useInfiniteQuery({
    queryKey: historyKey,
    queryFn: ({ signal, pageParam }) =>
      fetchEndpoint(pointsEndpoints.getPointHistory, pageParam === null ? {} : { beforeId: pageParam }, {
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })

const NoMovements = () => (
  <EmptyState
    title="まだ履歴はありません"
    action={
      <ButtonLink variant="primary" to={paths.purchase()}>
        ポイントを購入する
      </ButtonLink>
    }
  >
    購入や通話をすると、ポイントの増減がここに残ります。
  </EmptyState>
)

const receiptOf = ({ callId, orderId, galleryReceiptId }: PointMovement): string | null => {
  if (callId !== null) return paths.receipt(callId)
  if (orderId !== null) return paths.order(orderId)
  return galleryReceiptId === null ? null : paths.receipt(String(galleryReceiptId))
}

const MovementRow = ({ movement }: { movement: PointMovement }) => {
  const to = receiptOf(movement)
  const content = (
    <>
      <span className={styles.what}>
        {purposeText(movement.purpose, movement.points)}
        <small>
          <DateText at={movement.at} />
        </small>
      </span>
      <b className={`${styles.points} num`} data-in={movement.points > 0 || undefined}>
        {movement.points > 0 ? '+' : '−'}
        {count(Math.abs(movement.points))}
        <small>pt</small>
      </b>
    </>
  )
  return (
    <li>
      {to === null ? (
        <div className={styles.row}>{content}</div>
      ) : (
        <Link to={to} className={styles.row}>
          {content}
          <Icon of={ChevronRight} size="s" />
        </Link>
      )}
    </li>
  )
}
