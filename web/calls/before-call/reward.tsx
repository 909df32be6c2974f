import type { CallSnapshot } from '#contract/calls/calls.ts'
import { callNumberText } from '#web/text/earlier-calls.ts'
import { PriceTag } from '#web/ui/points/price-tag.tsx'
import styles from './reward.module.css'

/** To a broadcaster: what a minute earns, and whether the caller is new. Absent to a caller. */
export const Reward = ({ call }: { call: CallSnapshot | null }) =>
  call && call.earnedPointsPerMin !== null && call.earlierCalls !== null ? (
    <p className={styles.reward}>
      <span>
        報酬{' '}
        <PriceTag
          amount={call.phase === 'inCall' ? call.live.currentPointsPerMin : call.earnedPointsPerMin}
        />
      </span>
      <span className={styles.number}>{callNumberText(call.earlierCalls)}</span>
    </p>
  ) : null
