import {
  Ban,
  Bell,
  CalendarClock,
  CircleHelp,
  DoorOpen,
  FileDown,
  Gauge,
  Heart,
  HeartPulse,
  History,
  Images,
  Lightbulb,
  Mail,
  Phone,
  ReceiptText,
  ShieldCheck,
  Star,
  SunMoon,
  Tent,
  UserRound,
  Video,
  Wallet,
} from 'lucide-react'
import { useState } from 'react'
import type { PurchaseLimits } from '#contract/points/purchase.ts'
import { useDevices } from '#web/account/devices/devices.ts'
import { LegalLinks } from '#web/layout/legal-links.tsx'
import { useUnreadNotifications } from '#web/notifications/use-unread-notifications.ts'
import { useProfile } from '#web/people/queries.ts'
import { limitInForce } from '#web/points/limit-in-force.ts'
import { LimitModal } from '#web/points/limit-modal.tsx'
import { useCourseInfo } from '#web/points/queries.ts'
import { useBlocks } from '#web/safety/queries.ts'
import { useSession } from '#web/session/session.tsx'
import { openContact } from '#web/shell/contact.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { ThemeSwitch } from '#web/shell/theme/theme-switch.tsx'
import { count } from '#web/text/format.ts'
import { Badge } from '#web/ui/form/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LogOutEntry, LogOutWarning, useLogOut } from './log-out-entry.tsx'
import styles from './my-page.module.css'
import menuStyles from './my-page-menu.module.css'
import { MenuButton, MenuGroup, MenuLink } from './my-page-menu.tsx'

/** The ways to everything else of the own page, in groups. */
export const MyPageMenus = ({
  isBroadcaster,
  isPane = false,
}: {
  isBroadcaster: boolean
  /** Beside the pages: with the own page itself and what is on it. */
  isPane?: boolean
}) => {
  const logOut = useLogOut()
  return (
    <div className={styles.menus}>
      {isPane ? <OwnPages /> : null}
      <MenuGroup title="通話">
        <MenuLink icon={CalendarClock} to={paths.bookings()}>
          通話の予約
        </MenuLink>
        <MenuLink icon={Video} to={paths.videoTest(paths.myPage())}>
          通話テスト
        </MenuLink>
      </MenuGroup>
      <MenuGroup title="配信する">
        {isBroadcaster ? (
          <>
            <MenuLink icon={Tent} to={paths.base()}>
              ベース（待機の切り替え）
            </MenuLink>
            <ReviewsEntry />
          </>
        ) : (
          <MenuLink icon={Tent} to={paths.application()}>
            配信者の申し込み
          </MenuLink>
        )}
      </MenuGroup>
      <MenuGroup title="設定">
        <MenuLink icon={UserRound} to={paths.ownProfile()}>
          プロフィール編集
        </MenuLink>
        <MenuLink icon={Bell} to={paths.notificationSettings()}>
          通知の設定
        </MenuLink>
        <li>
          <div className={menuStyles.row}>
            <Icon of={SunMoon} />
            <span className={menuStyles.label}>画面の明るさ</span>
          </div>
          <div className={menuStyles.control}>
            <ThemeSwitch />
          </div>
        </li>
      </MenuGroup>
      <Safety />
      <Support />
      <MenuGroup title="アカウント">
        <MenuLink icon={FileDown} to={paths.dataExport()}>
          データの控え
        </MenuLink>
        <LogOutEntry logOut={logOut} />
        <MenuLink icon={DoorOpen} to={paths.quit()}>
          退会
        </MenuLink>
      </MenuGroup>
      <LegalLinks />
      <LogOutWarning logOut={logOut} />
    </div>
  )
}

const Safety = () => {
  const courseInfo = useCourseInfo()
  const limits = courseInfo.data?.limits
  const devices = useDevices().data
  const blocks = useBlocks().data
  const [isLimitOpen, setIsLimitOpen] = useState(false)
  return (
    <>
      <MenuGroup title="安心して使うために">
        <MenuButton
          icon={Gauge}
          note={limits ? limitNote(limits) : ''}
          onPress={() => (limits ? setIsLimitOpen(true) : undefined)}
        >
          利用の上限
        </MenuButton>
        <MenuLink icon={ShieldCheck} to={paths.security()} note={devices && `${devices.length}台`}>
          ログインと安全
        </MenuLink>
        <MenuLink icon={Images} to={paths.paidImages()}>
          購入した画像
        </MenuLink>
        <MenuLink icon={Ban} to={paths.blocks()} note={blocks && blocks.length > 0 && `${blocks.length}人`}>
          ブロックした人
        </MenuLink>
      </MenuGroup>
      {isLimitOpen && limits ? (
        <LimitModal
          limits={limits}
          onClose={() => setIsLimitOpen(false)}
          onSet={() => {
            setIsLimitOpen(false)
            void courseInfo.refetch()
          }}
        />
      ) : null}
    </>
  )
}

const limitNote = (limits: PurchaseLimits): string => {
  const limitYen = limitInForce(limits)
  return limitYen === null ? '上限なし' : `月 ${count(limitYen)}円`
}

/** A broadcaster's reviews are on the profile. */
const ReviewsEntry = () => {
  const memberId = useSession().data?.user.id ?? ''
  const reviews = useProfile(memberId).data?.rating.count
  return (
    <MenuLink
      icon={Star}
      to={paths.reviewsOf(memberId)}
      note={reviews === undefined ? null : `${count(reviews)}件`}
    >
      レビュー
    </MenuLink>
  )
}

const OwnPages = () => {
  const unread = useUnreadNotifications()
  return (
    <MenuGroup title="マイページ">
      <MenuLink icon={Wallet} to={paths.myPage()}>
        残高とプロフィール
      </MenuLink>
      <MenuLink icon={History} to={paths.pointHistory()}>
        ポイントの履歴
      </MenuLink>
      <MenuLink icon={ReceiptText} to={paths.orders()}>
        購入の履歴
      </MenuLink>
      <MenuLink icon={Heart} to={paths.favourites()}>
        お気に入り
      </MenuLink>
      <MenuLink icon={Phone} to={paths.receipts()}>
        通話の明細
      </MenuLink>
      <MenuLink icon={Star} to={paths.myReviews()}>
        書いたレビュー
      </MenuLink>
      <MenuLink
        icon={Bell}
        to={paths.notices()}
        note={unread > 0 ? <Badge count={unread} label={`未読${unread}件`} /> : null}
      >
        お知らせ
      </MenuLink>
    </MenuGroup>
  )
}

const Support = () => (
  <MenuGroup title="サポート">
    <MenuLink icon={CircleHelp} to={paths.help()}>
      ヘルプ
    </MenuLink>
    <MenuLink icon={Lightbulb} to={paths.tutorial()}>
      つかいかた
    </MenuLink>
    <MenuButton icon={Mail} onPress={() => openContact()}>
      お問い合わせ
    </MenuButton>
    <MenuLink icon={HeartPulse} to={paths.health()}>
      サービスの状態
    </MenuLink>
  </MenuGroup>
)
