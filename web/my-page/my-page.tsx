import {
  Bell,
  CircleHelp,
  Heart,
  type LucideIcon,
  Phone,
  ReceiptText,
  ShieldCheck,
  Wallet,
} from 'lucide-react'
import type { Session } from '#contract/account/account.ts'
import { CampaignPanel } from '#web/campaigns/campaign-panel.tsx'
import { useCampaigns } from '#web/campaigns/queries.ts'
import { type TabPromise, VisitorScreen } from '#web/layout/visitor-screen.tsx'
import { useUnreadNotifications } from '#web/notifications/use-unread-notifications.ts'
import { useWallet } from '#web/points/use-wallet.ts'
import { WalletPanel } from '#web/points/wallet-panel.tsx'
import { Link } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useIsDesktop } from '#web/shell/use-is-desktop.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/form/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './my-page.module.css'
import { MyPageMenus } from './my-page-menus.tsx'
import { OwnAvatar } from './own-avatar.tsx'

/** The member's own page: profile, balance, and the links to everything else; for a visitor what it will hold. */
export const MyPage = () => {
  const { status, data: session } = useSession()
  usePageTitle('マイページ')
  if (status === 'unauthenticated')
    return (
      <VisitorScreen
        title="マイページ"
        lead="登録すると、ポイントと通話の記録を、ここでいつでも確かめられます。"
        promises={promises}
      />
    )
  return (
    <>
      <AppBar title="マイページ" className={styles.bar} />
      <div className={styles.wrap}>{session ? <Content session={session} /> : <ContentSkeleton />}</div>
    </>
  )
}

/** What a member finds here. */
const promises: readonly TabPromise[] = [
  { icon: Wallet, title: 'ポイント残高', text: '残高と有効期限が、ひと目でわかります。' },
  { icon: ReceiptText, title: '通話の明細', text: '6秒ごとの料金と、かからなかった時間まで残ります。' },
  { icon: ShieldCheck, title: 'お気に入りと安心の設定', text: 'お気に入り・ブロック・通知を管理できます。' },
]

const Content = ({ session }: { session: Session }) => {
  const me = useMe().data
  const isDesktop = useIsDesktop()
  // Their heights aren't known before: what is below comes with them, so that nothing jumps.
  const isSettled = [useWallet(), useCampaigns()].every(({ isPending }) => !isPending)
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <div className={styles.me}>
          <OwnAvatar name={session.user.name} imageId={me?.avatarId ?? null} />
          <p>
            <b>{session.user.name}</b>
            <span>
              ID <span className="num">{session.user.id}</span>
            </span>
          </p>
          <ButtonLink size="s" to={paths.ownProfile()} aria-label="プロフィールを編集">
            編集
          </ButtonLink>
        </div>
        <WalletPanel />
        {isSettled ? (
          <>
            {isDesktop ? null : <QuickWays />}
            <CampaignPanel />
          </>
        ) : null}
      </div>
      {isDesktop || !isSettled ? null : <MyPageMenus isBroadcaster={me?.role === 'broadcaster'} />}
    </div>
  )
}

const QuickWays = () => {
  const unread = useUnreadNotifications()
  return (
    <nav className={styles.quick} aria-label="よく使うもの">
      <QuickWay icon={Heart} to={paths.favourites()} label="お気に入り" />
      <QuickWay icon={Phone} to={paths.receipts()} label="通話の明細" />
      <QuickWay icon={Bell} to={paths.notices()} label="お知らせ" unread={unread} />
      <QuickWay icon={CircleHelp} to={paths.help()} label="ヘルプ" />
    </nav>
  )
}

const QuickWay = ({
  icon,
  to,
  label,
  unread = 0,
}: {
  icon: LucideIcon
  to: string
  label: string
  unread?: number
}) => (
  <Link to={to}>
    <Icon of={icon} />
    {label}
    {unread > 0 ? <Badge count={unread} label={`未読${unread}件`} className={styles.badge} /> : null}
  </Link>
)

const ContentSkeleton = () => (
  <div role="status" className={styles.columns}>
    <span className="vh">読み込み中</span>
    <div className={styles.column}>
      <Skeleton height={64} width={220} />
      <Skeleton height={240} />
    </div>
  </div>
)
