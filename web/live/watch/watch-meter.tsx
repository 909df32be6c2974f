import { incrementMs } from '#contract/points/points.ts'
import { incrementPoints } from '#domain/points/increment.ts'
import type { Visit } from '#web/calls/session/call-entry.ts'
import type { CallView } from '#web/calls/session/call-view.ts'
import { meterNow } from '#web/calls/session/meter.ts'
import { useNow } from '#web/shell/use-store.ts'
import { clock, count, points } from '#web/text/format.ts'
import { PriceTag } from '#web/ui/points/price-tag.tsx'
import styles from './watching.module.css'

const refreshMs = 200

/** Time, points used and left, the price, and the watcher's own limit. A free look shows that nothing is charged. */
export const WatchMeter = ({ view, rate, visit }: { view: CallView; rate: number; visit: Visit | null }) => {
  const now = useNow(refreshMs)
  if (visit?.isFreeLook)
    return (
      <section className={styles.meter} aria-label="視聴のメーター">
        <p className={styles.free}>お試し中・ポイントはかかりません</p>
      </section>
    )
  const meter = meterNow(view, now)
  const used = meter?.usedPoints ?? view.call?.charged ?? 0
  const cap = visit?.spendCap ?? null
  return (
    <section
      className={styles.meter}
      aria-label="視聴のメーター"
      data-low={meter?.isLow || undefined}
      data-frozen={view.outage.frozenSince !== null || undefined}
    >
      <p className={styles.time} role="timer" aria-label="視聴時間">
        {clock(meter?.elapsedSec ?? 0)}
      </p>
      <dl>
        <div>
          <dt>使用</dt>
          <dd>
            {count(used)}
            <small className={styles.unit}>pt</small>
          </dd>
        </div>
        <div>
          <dt>残高</dt>
          <dd>
            {meter ? count(meter.balance) : '---'}
            <small className={styles.unit}>pt</small>
          </dd>
        </div>
      </dl>
      <div className={styles.rate}>
        <small>
          {meter?.isFree
            ? 'いまは無料です'
            : `${incrementMs / 1_000}秒ごとに${points(incrementPoints(rate))}`}
        </small>
        <PriceTag amount={rate} />
      </div>
      {cap === null ? null : (
        <div className={styles.cap}>
          <progress max={cap} value={Math.min(cap, used)} aria-label="あなたの上限までの使用" />
          <span>
            あなたの上限 {count(used)}／{points(cap)}
          </span>
        </div>
      )}
    </section>
  )
}
