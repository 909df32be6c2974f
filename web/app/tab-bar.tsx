import { useUnreadMessages } from '#web/chat/member/use-member-chat.ts'
import { useUnreadNotifications } from '#web/notifications/use-unread-notifications.ts'
import { Link, NavLink, useMatch } from '#web/router/router.ts'
import { openLogin, openRegistration } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'
import { usePoints } from '#web/session/use-points.ts'
import { paths, patterns } from '#web/shell/navigation/paths.ts'
import { type Tab, tabs } from '#web/shell/tabs.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/form/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import styles from './tab-bar.module.css'

const useShownTabs = (): Tab[] => {
  const role = useMe().data?.role ?? null
  return tabs.filter((tab) => tab.shownTo(role))
}

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

/** A conversation belongs to トーク, though its address doesn't lie below it. */
const TabLink = ({ tab: { path, label, icon }, className }: { tab: Tab; className?: string | undefined }) => {
  const isTalk = path === paths.conversations()
  const isHere = useMatch({ path, end: path === paths.home() }) !== null
  const isInChat = useMatch(patterns.chat) !== null && isTalk
  return (
    <Link to={path} className={className} aria-current={isHere ? 'page' : isInChat ? 'true' : undefined}>
      <Icon of={icon} />
      <span>{label}</span>
      {isTalk ? <UnreadBadge /> : null}
      {path === paths.myPage() ? <NoticesBadge /> : null}
    </Link>
  )
}

/** The tabs below the screen of a phone. */
export const TabBar = () => (
  <nav className={styles.bar} aria-label="メイン">
    {useShownTabs().map((tab) => (
      <TabLink key={tab.path} tab={tab} />
    ))}
  </nav>
)

/** The same tabs beside the screen of a desktop, with the balance, or the way in, at the foot. */
export const SideRail = () => {
  const { status } = useSession()
  const shown = useShownTabs()
  return (
    <header className={styles.rail}>
      <NavLink to={paths.home()} end className={classes(styles.mark)} aria-label="今宵 Koyoi ホーム">
        <Wordmark />
      </NavLink>
      <nav aria-label="メイン">
        {shown.map((tab) => (
          <TabLink key={tab.path} tab={tab} className={styles.tab} />
        ))}
      </nav>
      {status === 'authenticated' ? <PointsCard /> : null}
      {status === 'unauthenticated' ? <WayIn /> : null}
    </header>
  )
}

const grouped = new Intl.NumberFormat('ja-JP')

const PointsCard = () => {
  const points = usePoints()
  return (
    <NavLink to={paths.myPage()} className={classes(styles.card)}>
      <span className="small muted">ポイント残高</span>
      <b className="num">
        {points === undefined ? '–' : grouped.format(points)}
        <small>pt</small>
      </b>
    </NavLink>
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
