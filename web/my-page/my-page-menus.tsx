import {
  Ban,
  Bell,
  CalendarClock,
  CircleHelp,
  DoorOpen,
  FileDown,
  HeartPulse,
  Images,
  Lightbulb,
  Mail,
  ShieldCheck,
  SunMoon,
  Tent,
  UserRound,
  Video,
} from 'lucide-react'
import { LegalLinks } from '#web/layout/legal-links.tsx'
import { openContact } from '#web/shell/contact.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { ThemeSwitch } from '#web/shell/theme-switch.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LogOutEntry, LogOutWarning, useLogOut } from './log-out-entry.tsx'
import styles from './my-page.module.css'
import menuStyles from './my-page-menu.module.css'
import { MenuButton, MenuGroup, MenuLink } from './my-page-menu.tsx'

/** The ways to everything else of the own page, in groups. */
export const MyPageMenus = ({ isBroadcaster }: { isBroadcaster: boolean }) => {
  const logOut = useLogOut()
  return (
    <div className={styles.menus}>
      <MenuGroup title="通話">
        <MenuLink icon={CalendarClock} to={paths.bookings()}>
          通話の予約
        </MenuLink>
        <MenuLink icon={Video} to={paths.videoTest(paths.myPage())}>
          通話テスト（カメラ・マイク・通信）
        </MenuLink>
      </MenuGroup>
      <MenuGroup title="配信する">
        {isBroadcaster ? (
          <MenuLink icon={Tent} to={paths.base()}>
            ベース（待機の切りかえ）
          </MenuLink>
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
      <MenuGroup title="安心して使うために">
        <MenuLink icon={ShieldCheck} to={paths.security()}>
          ログインと安全
        </MenuLink>
        <MenuLink icon={Images} to={paths.paidImages()}>
          購入した画像
        </MenuLink>
        <MenuLink icon={Ban} to={paths.blocks()}>
          ブロックした人
        </MenuLink>
      </MenuGroup>
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
