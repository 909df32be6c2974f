import { paths } from '#web/shell/paths.ts'
import { day } from '#web/text/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './deactivation.module.css'

/** After the deactivation: what holds from now on, and where to go. */
export const DeactivationDone = ({
  cancelUntil,
  hasWayBack,
}: {
  cancelUntil: string
  hasWayBack: boolean
}) => (
  <Panel title="退会のお手続きが終わりました">
    <p className={styles.text} role="status">
      これまでのご利用、ありがとうございました。すべての端末からログアウトしました。
    </p>
    {hasWayBack ? (
      <p className={styles.text}>
        {day(cancelUntil, Date.now())}
        までは、ログインして退会を取り消せます。それを過ぎると、お名前やメッセージなどの情報を消去します。
      </p>
    ) : null}
    <div className={styles.next}>
      <ButtonLink block to={paths.home()}>
        ホームへ
      </ButtonLink>
    </div>
  </Panel>
)
