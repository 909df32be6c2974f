import { ChevronRight, LogOut, Mail, Tent, Video } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Session } from '../../contract/account.ts'
import { openContact } from '../account/contact.ts'
import { signOut, useSession } from '../account/session.tsx'
import { useMe } from '../account/use-me.ts'
import { CampaignPanel } from '../campaigns/campaign-panel.tsx'
import { NoticePanel } from '../notices/notice-panel.tsx'
import { usePresenceNews } from '../people/use-presence-news.ts'
import { BlockList } from '../safety/block-list.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import { paths } from '../shell/paths.ts'
import { ThemeSwitch } from '../shell/theme-switch.tsx'
import { AppBar } from '../ui/app-bar.tsx'
import { Icon } from '../ui/icon.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toast.ts'
import { FavouriteList } from './favourite-list.tsx'
import styles from './my-page.module.css'
import { NotificationSwitch } from './notification-switch.tsx'
import { OwnAvatar } from './own-avatar.tsx'
import { ReceiptRows } from './receipt-list.tsx'
import { WalletPanel } from './wallet-panel.tsx'

/** The member's own page; a visitor is sent to sign in. */
export const MyPage = () => {
  const { data: session } = useSession({ required: true })
  usePageTitle('マイページ')
  usePresenceNews()
  return (
    <>
      <AppBar title="マイページ" />
      <div className={styles.wrap}>{session ? <Content session={session} /> : <ContentSkeleton />}</div>
    </>
  )
}

/** The browser looks for an address's #anchor before this page has come. */
const useScrollToAnchor = () => {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
}

const Content = ({ session }: { session: Session }) => {
  useScrollToAnchor()
  const me = useMe().data
  const isBroadcaster = me?.role === 'broadcaster'
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
        </div>
        <NoticePanel />
        <WalletPanel />
        <CampaignPanel />
        <div id="favourites" className={styles.anchor}>
          <Panel title="お気に入り">
            <FavouriteList />
          </Panel>
        </div>
      </div>
      <div className={styles.column}>
        <Panel title="通話の明細">
          <ReceiptRows side={isBroadcaster ? 'broadcaster' : 'caller'} />
        </Panel>
        <NotificationSwitch />
        <div id="blocks" className={styles.anchor}>
          <Panel title="ブロックした人">
            <BlockList />
          </Panel>
        </div>
        <Panel title="画面の明るさ">
          <ThemeSwitch />
        </Panel>
        <ul className={styles.menu}>
          {isBroadcaster ? (
            <li>
              <Link to={paths.base()}>
                <Icon of={Tent} />
                ベース（待機の切りかえ）
                <Icon of={ChevronRight} size="s" />
              </Link>
            </li>
          ) : null}
          <li>
            <Link to={paths.videoTest(paths.myPage())}>
              <Icon of={Video} />
              通話テスト（カメラ・マイク・通信）
              <Icon of={ChevronRight} size="s" />
            </Link>
          </li>
          <li>
            <button type="button" onClick={() => openContact()}>
              <Icon of={Mail} />
              お問い合わせ
              <Icon of={ChevronRight} size="s" />
            </button>
          </li>
          <li>
            <LogOutButton />
          </li>
        </ul>
      </div>
    </div>
  )
}

const LogOutButton = () => {
  const [isLeaving, setIsLeaving] = useState(false)
  const navigate = useNavigate()
  const leave = async () => {
    if (isLeaving) return
    setIsLeaving(true)
    // This page needs a session: without one it would lead to sign in before the way home is found.
    await navigate(paths.home())
    const { ok } = await signOut({ callbackUrl: paths.home() })
    if (ok) return
    void showToast({
      tone: 'error',
      title: 'ログアウトできませんでした',
      text: '通信環境をご確認ください。',
    })
  }
  return (
    <button type="button" aria-busy={isLeaving || undefined} onClick={() => void leave()}>
      <Icon of={LogOut} />
      {isLeaving ? 'ログアウトしています' : 'ログアウト'}
    </button>
  )
}

const ContentSkeleton = () => (
  <div role="status" className={styles.columns}>
    <span className="vh">読み込み中</span>
    <div className={styles.column}>
      <Skeleton height={64} width={220} />
      <Skeleton height={240} />
    </div>
  </div>
)
