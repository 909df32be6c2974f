import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import styles from '../my-page.module.css'
import { KindPanels } from './kind-panels.tsx'
import { NotificationSwitch } from './notification-switch.tsx'
import { QuietHoursPanel } from './quiet-hours-panel.tsx'
import { useNotificationSettings } from './settings-queries.ts'

/** This browser's notifications, the quiet hours, and the account's kinds with their channels. */
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
      <QuietHoursPanel quietHours={settings.quietHours} />
      <p className={styles.note}>
        プッシュは画面を閉じているあいだに、通知をオンにしたすべての端末に届きます。アプリ内は「お知らせ」に表示します。
        {settings.mailAddress === null ? null : `メールは ${settings.mailAddress} にお送りします。`}
      </p>
      <KindPanels settings={settings} />
      {settings.mailAddress === null ? (
        <Panel title="メール">
          <p className={styles.note}>
            メールアドレスを登録すると、ポイントの期限などをメールでも受け取れます。
            <Link to={paths.security()} className={styles.way}>
              ログインと安全へ
            </Link>
          </p>
        </Panel>
      ) : null}
      <p className={styles.note}>
        予約や取引、お支払い、ログイン、安全に関する大切なお知らせは、設定にかかわらず「お知らせ」に届きます。
      </p>
    </>
  )
}
