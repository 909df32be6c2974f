import { ChevronRight, Gift } from 'lucide-react'
import { defaultRates } from '#contract/calls/calls.ts'
import { registrationBonusPoints } from '#contract/points/points.ts'
import { secondsFor } from '#domain/points/talk-time.ts'
import { openRegistration } from '#web/session/account-dialog-state.ts'
import { duration } from '#web/text/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './visitor-intro.module.css'

/** What the service is, in one sentence. */
export const Introduction = () => (
  <p className={styles.sentence}>待機中の配信者と、ビデオや音声で1対1で話せるサービスです。</p>
)

/** The points that wait for a visitor; a press opens the registration. */
export const WelcomeGift = () => (
  <button type="button" className={styles.gift} onClick={openRegistration}>
    <Icon of={Gift} />
    <span>
      <b>
        登録で<span className="num">{registrationBonusPoints}</span>ptプレゼント
      </b>
      <small>
        ビデオなら{duration(secondsFor(registrationBonusPoints, defaultRates.video))}ぶん。
        <span className="nowrap">ニックネームだけで始められます</span>
      </small>
    </span>
    <Icon of={ChevronRight} size="s" />
  </button>
)
