import { registrationBonusPoints } from '#contract/points/points.ts'
import { openRegistration } from '#web/session/account-dialog-state.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './cards.module.css'

/** For visitors: what members can do here, and the way in. */
export const VisitorCard = () => (
  <div className={styles.visitor}>
    <p>
      <b>配信者の毎日をのぞいてみませんか</b>
      <small>
        登録すると、いいねやコメント、お気に入りの新着が使えます。登録で
        <span className="num nowrap">{registrationBonusPoints}pt</span>プレゼント。
      </small>
    </p>
    <Button variant="primary" block onClick={openRegistration}>
      無料ではじめる
    </Button>
  </div>
)
