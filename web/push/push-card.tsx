import { BellRing } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { InstallSteps } from './install-steps.tsx'
import styles from './push-card.module.css'
import type { PushView } from './push-registration.ts'

/** Explains push before the browser asks: a member who refuses the browser once is never asked again. */
export const PushCard = ({
  offer,
  isBusy,
  onAccept,
  onLater,
}: {
  offer: NonNullable<PushView['offer']>
  isBusy: boolean
  onAccept: () => void
  onLater: () => void
}) => (
  <section className={styles.card} aria-labelledby="push-card-title">
    <h2 id="push-card-title">
      <Icon of={BellRing} />
      {offer === 'install' ? 'ホーム画面に追加しませんか？' : '着信をお知らせします'}
    </h2>
    {offer === 'install' ? (
      <>
        <p>追加したアイコンから開くと、閉じているあいだも着信などをお知らせできます。</p>
        <InstallSteps />
      </>
    ) : (
      <p>
        画面を閉じているあいだも、着信やトークの新着を通知でお知らせします。メッセージの内容は表示しません。
      </p>
    )}
    <div className={styles.actions}>
      <Button variant="text" onClick={onLater}>
        {offer === 'install' ? '閉じる' : 'あとで'}
      </Button>
      {offer === 'permission' ? (
        <Button variant="primary" busy={isBusy} onClick={onAccept}>
          通知を受け取る
        </Button>
      ) : null}
    </div>
  </section>
)
