import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import styles from '../my-page.module.css'
import { ChannelPanel } from './channel-panel.tsx'
import { NotificationSwitch } from './notification-switch.tsx'
import { QuietHoursPanel } from './quiet-hours-panel.tsx'
import { useNotificationSettings } from './settings-queries.ts'

/** This browser's notifications, the account's by channel, and the quiet hours. */
export const NotificationSettingsPage = () => (
  <MemberSubPage title="通知の設定">
    <NotificationSwitch />
    <AccountSettings />
  </MemberSubPage>
)

const AccountSettings = () => {
  const query = useNotificationSettings()
  if (query.isError && !query.data) return <QueryError query={query} />
  if (!query.data) return <RowsSkeleton count={6} />
  const settings = query.data
  return (
    <>
      <ChannelPanel
        title="プッシュ通知"
        explanation="画面を閉じているあいだに届く通知です。通知をオンにしたすべての端末に届きます。"
        channel="push"
        settings={settings}
      />
      <QuietHoursPanel quietHours={settings.quietHours} />
      <ChannelPanel
        title="アプリ内のお知らせ"
        explanation="今宵を開いているときや、「お知らせ」に表示します。"
        channel="inApp"
        settings={settings}
      />
      {settings.mailAddress === null ? (
        <Panel title="メール">
          <p className={styles.note}>
            メールアドレスを登録すると、ポイントの期限などをメールでも受け取れます。
            <Link to={paths.security()} className={styles.way}>
              ログインと安全へ
            </Link>
          </p>
        </Panel>
      ) : (
        <ChannelPanel
          title="メール"
          explanation={`${settings.mailAddress} にお送りします。`}
          channel="mail"
          settings={settings}
        />
      )}
      <p className={styles.note}>
        ログインやパスワード、お支払い、安全に関する大切なお知らせは、設定にかかわらずお届けします。
      </p>
    </>
  )
}
