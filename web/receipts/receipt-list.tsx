import { Phone, Radio, Video } from 'lucide-react'
import type { ReceiptLine } from '#contract/calls/calls.ts'
import { Link } from '#web/router/router.ts'
import { SafetyMenu } from '#web/safety/safety-menu.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { callNumberText } from '#web/text/earlier-calls.ts'
import { count, duration } from '#web/text/format.ts'
import { callTitle } from '#web/text/states.ts'
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
  if (lines.length === 0) return <NoCalls side={side} isPart={shownMax !== undefined} />
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

const looks = (isPart: boolean) => (isPart ? ({ level: 3, picture: null } as const) : {})

/** `isPart`: below the heading of a panel. */
const NoCalls = ({ side, isPart }: { side: ReceiptLine['role']; isPart: boolean }) =>
  side === 'broadcaster' ? (
    <EmptyState {...looks(isPart)} title="まだ通話はありません">
      待機をはじめると、通話がここに残ります。
    </EmptyState>
  ) : (
    <EmptyState
      {...looks(isPart)}
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
    <Avatar imageId={line.partner.avatarId} name={line.partner.name} size={48} />
    <span className={styles.who}>
      <b>{line.partner.name}</b>
      <small>
        <What line={line} />
        {duration(line.connectedSec)}
        <span aria-hidden="true">・</span>
        <DateText at={line.startedAt} />
        {line.earlierCalls === null ? null : (
          <>
            <span aria-hidden="true">・</span>
            {callNumberText(line.earlierCalls)}
          </>
        )}
      </small>
    </span>
    <Amount line={line} />
  </Link>
)

/** A visit and a live call are named; of other calls the icon says enough. */
const What = ({ line }: { line: ReceiptLine }) => {
  const isInRoom = line.origin === 'sideWatch' || line.origin === 'live'
  const icon = line.origin === 'sideWatch' ? Radio : line.kind === 'video' ? Video : Phone
  return (
    <>
      <Icon of={icon} size="xs" />
      {isInRoom ? (
        <>
          {callTitle(line)}
          <span aria-hidden="true">・</span>
        </>
      ) : (
        <span className="vh">{callTitle(line)}、</span>
      )}
    </>
  )
}

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
