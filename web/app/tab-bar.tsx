import { Plus } from 'lucide-react'
import { tabOf } from '#domain/shell/tabs.ts'
import { useUnreadMessages } from '#web/chat/member/use-member-chat.ts'
import { useUnreadNotifications } from '#web/notifications/use-unread-notifications.ts'
import { Link, NavLink, useLocation, useMatch } from '#web/router/router.ts'
import { openLogin, openRegistration } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'
import { usePoints } from '#web/session/use-points.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { type Tab, tabs } from '#web/shell/tabs.ts'
import { count } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/form/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import styles from './tab-bar.module.css'

const UnreadBadge = () => {
  const unread = useUnreadMessages()
  return unread > 0 ? <Badge count={unread} label={`未読${unread}件`} className={styles.badge} /> : null
}

const NoticesBadge = () => {
  const unread = useUnreadNotifications()
  return unread > 0 ? (
    <Badge count={unread} label={`お知らせ未読${unread}件`} className={styles.badge} />
  ) : null
}

/** `isChosen`: the screen belongs to this tab, though its address may lie elsewhere. */
const TabLink = ({
  tab: { path, label, icon },
  isChosen,
  className,
}: {
  tab: Tab
  isChosen: boolean
  className?: string | undefined
}) => {
  const isHere = useMatch({ path, end: true }) !== null
  return (
    <Link to={path} className={className} aria-current={isHere ? 'page' : isChosen ? 'true' : undefined}>
      <Icon of={icon} />
      <span>{label}</span>
      {path === paths.conversations() ? <UnreadBadge /> : null}
      {path === paths.myPage() ? <NoticesBadge /> : null}
    </Link>
  )
}

const TabLinks = ({ className }: { className?: string | undefined }) => {
  const role = useMe().data?.role ?? null
  const { pathname } = useLocation()
  const shown = tabs.filter((tab) => tab.shownTo(role))
  const chosen = tabOf(
    pathname,
    shown.map(({ path }) => path),
  )
  return shown.map((tab) => (
    <TabLink key={tab.path} tab={tab} isChosen={tab.path === chosen} className={className} />
  ))
}

/** The tabs below the screen of a phone. */
export const TabBar = () => (
  <nav className={styles.bar} aria-label="メイン">
    <TabLinks />
  </nav>
)

/** The same tabs beside the screen of a desktop, with the balance, or the way in, at the foot. */
export const SideRail = () => {
  const { status } = useSession()
  return (
    <header className={styles.rail}>
      <NavLink to={paths.home()} end className={styles.mark ?? ''} aria-label="今宵 Koyoi ホーム">
        <Wordmark />
      </NavLink>
      <nav aria-label="メイン">
        <TabLinks className={styles.tab} />
      </nav>
      {status === 'authenticated' ? <PointsCard /> : null}
      {status === 'unauthenticated' ? <WayIn /> : null}
    </header>
  )
}

/** The balance, and the way to more of it; a broadcaster pays for no calls and has the balance alone. */
const PointsCard = () => {
  const points = usePoints()
  const isBroadcaster = useSession().data?.user.isBroadcaster === true
  return (
    <div className={styles.card}>
      <Link to={paths.myPage()} className={styles.balance}>
        <span className="small muted">ポイント残高</span>
        {/* Another element where the figure replaces the dash: nothing of it moves. */}
        <b key={points === undefined ? 'unknown' : 'known'} className="num">
          {points === undefined ? '–' : count(points)}
          <small>pt</small>
        </b>
      </Link>
      {isBroadcaster ? null : (
        <ButtonLink variant="ink" block icon={Plus} to={paths.purchase()}>
          ポイント購入
        </ButtonLink>
      )}
    </div>
  )
}

const WayIn = () => (
  <div className={styles.card}>
    <p>ニックネームだけで、すぐに話せます。</p>
    <Button variant="ink" size="s" block onClick={openRegistration}>
      無料ではじめる
    </Button>
    <Button variant="text" size="s" block onClick={openLogin}>
      ログイン
    </Button>
  </div>
)
