import { Phone, Video } from 'lucide-react'
import type { ReceiptLine } from '#contract/calls/calls.ts'
import { Link } from '#web/router/router.ts'
import { SafetyMenu } from '#web/safety/safety-menu.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, duration } from '#web/text/format.ts'
import { callKindLongText } from '#web/text/states.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MoreButton } from '#web/ui/paged-list.tsx'
import { Rows } from '#web/ui/panel.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { useReceipts } from './queries.ts'
import styles from './receipt-list.module.css'

/** Connected calls, newest first; each links to its receipt. */
export const ReceiptRows = ({
  side,
  shownMax,
}: {
  side: ReceiptLine['role']
  /** Only the newest, with the way to all of them. */
  shownMax?: number
}) => {
  const query = useReceipts()
  if (query.isError && !query.data) return <QueryError query={query} />
  if (!query.data) return <RowsSkeleton count={3} />
  const lines = query.data.pages.flatMap((page) => page.receipts)
  if (lines.length === 0) return <NoCalls side={side} />
  return (
    <>
      <Rows>
        {lines.slice(0, shownMax).map((line) => (
          <li key={line.callId} className={styles.item}>
            <ReceiptRow line={line} />
            <SafetyMenu
              partner={line.partner}
              place="pastCall"
              callId={line.callId}
              isOneOfMany
              className={styles.menu}
            />
          </li>
        ))}
      </Rows>
      {shownMax !== undefined && lines.length > shownMax ? (
        <ButtonLink variant="quiet" block className={styles.more ?? ''} to={paths.receipts()}>
          すべて見る
        </ButtonLink>
      ) : null}
      {shownMax === undefined ? <MoreButton query={query} className={styles.more} /> : null}
    </>
  )
}

const NoCalls = ({ side }: { side: ReceiptLine['role'] }) =>
  side === 'broadcaster' ? (
    <EmptyState level={3} picture={null} title="まだ通話はありません">
      待機をはじめると、通話がここに残ります。
    </EmptyState>
  ) : (
    <EmptyState
      level={3}
      picture={null}
      title="まだ通話はありません"
      action={
        <ButtonLink variant="tonal" size="s" to={paths.home()}>
          すぐ話せる人を見る
        </ButtonLink>
      }
    >
      通話をすると、時間とポイントの明細がここに残ります。
    </EmptyState>
  )

const ReceiptRow = ({ line }: { line: ReceiptLine }) => (
  <Link to={paths.receipt(line.callId)} className={styles.row}>
    <Avatar imageId={line.partner.avatarId} size={48} />
    <span className={styles.who}>
      <b>{line.partner.name}</b>
      <small>
        <Icon of={line.kind === 'video' ? Video : Phone} size="xs" />
        <span className="vh">{callKindLongText[line.kind]}、</span>
        {duration(line.connectedSec)}
        <span aria-hidden="true">・</span>
        <DateText at={line.startedAt} />
      </small>
    </span>
    <Amount line={line} />
  </Link>
)

/** The points that a caller paid or a broadcaster earned; the text says which. */
const Amount = ({ line }: { line: ReceiptLine }) => (
  <span className={styles.amount} data-earned={line.role === 'broadcaster' || undefined}>
    <span className="vh">{line.role === 'broadcaster' ? '獲得' : '使用'}</span>
    <b className="num">
      {line.role === 'broadcaster' ? '+' : ''}
      {count((line.role === 'broadcaster' ? line.earned : line.points) ?? 0)}
    </b>
    <small>pt</small>
  </span>
)
