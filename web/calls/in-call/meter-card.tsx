import { ClockAlert } from 'lucide-react'
import type { CallSnapshot } from '#contract/calls/calls.ts'
import { incrementMs, incrementsPerMinute } from '#contract/points/points.ts'
import { incrementPoints } from '#domain/points/increment.ts'
import { useNow } from '#web/shell/use-store.ts'
import { clock, count, points, pointsPerMinute } from '#web/text/format.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Reward } from '../before-call/reward.tsx'
import { type CallView, connectedSecAt } from '../session/call-view.ts'
import { meterNow } from '../session/meter.ts'
import styles from './meter-card.module.css'
import { QuickTopUp } from './top-up/quick-top-up.tsx'

const refreshMs = 200
const incrementSec = incrementMs / 1000

const Ticks = ({ full, part }: { full: number; part: number }) => (
  <div
    className={styles.ticks}
    role="img"
    aria-label={`この1分のうち${Math.floor((full + part) * incrementSec)}秒`}
  >
    {Array.from({ length: incrementsPerMinute }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: ten fixed ticks
      <i key={index}>
        <i style={{ transform: `scaleX(${index < full ? 1 : index === full ? part : 0})` }} />
      </i>
    ))}
  </div>
)

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** The payer's meter: time, points used, time left, ten ticks a minute, rate and balance. */
const PayerMeter = ({ view, call, now }: { view: CallView; call: CallSnapshot; now: number }) => {
  const meter = meterNow(view, now)
  const isFrozen = view.outage.frozenSince !== null
  return (
    <section
      className={classes(styles.meter, isFrozen && styles.frozen)}
      aria-label="通話メーター"
      data-low={meter?.isLow || undefined}
      data-frozen={isFrozen || undefined}
    >
      <p className={styles.time} role="timer" aria-label="通話時間">
        {clock(meter?.elapsedSec ?? 0)}
      </p>
      <dl className={styles.facts}>
        <Fact label="使用">
          {count(meter?.usedPoints ?? call.charged ?? 0)}
          <small>pt</small>
        </Fact>
        <Fact label="あと">{meter ? clock(meter.leftSec) : '--:--'}</Fact>
      </dl>
      <Ticks full={meter?.ticksFull ?? 0} part={meter?.tickPart ?? 0} />
      <p className={styles.rate}>
        <span>
          {pointsPerMinute(call.live.currentPointsPerMin)}
          <wbr />（{incrementSec}秒ごとに
          {points(incrementPoints(call.live.currentPointsPerMin))}）
        </span>
        {meter ? <span>残高 {points(meter.balance)}</span> : null}
      </p>
    </section>
  )
}

/** The other side sees the duration and what a minute earns, and nothing of the price. */
const PlainMeter = ({ view, call, now }: { view: CallView; call: CallSnapshot; now: number }) => (
  <section
    className={classes(styles.meter, styles.plain, view.outage.frozenSince !== null && styles.frozen)}
    aria-label="通話メーター"
  >
    <p className={styles.time} role="timer" aria-label="通話時間">
      {clock(connectedSecAt(view, now))}
    </p>
    <p className={styles.caption}>通話時間</p>
    <Reward call={call} />
  </section>
)

export const MeterCard = ({ view }: { view: CallView }) => {
  const now = useNow(refreshMs)
  if (!view.call) return null
  const rate = view.call.ratePointsPerMin
  return rate === null ? (
    <PlainMeter view={view} call={view.call} now={now} />
  ) : (
    <PayerMeter view={view} call={view.call} now={now} />
  )
}

/** Read aloud when the warning appears, and then only at these seconds. */
const spokenAtSec = [30, 10] as const

const spokenSec = (leftSec: number): number => {
  const passed = spokenAtSec.filter((sec) => leftSec <= sec)
  return passed.length > 0 ? Math.min(...passed) : 60
}

/** When 60 s or less are funded: how long the call lasts, and the quick charge that keeps the call open. */
export const LowPoints = ({ view, onCharged }: { view: CallView; onCharged: () => void }) => {
  const now = useNow(refreshMs)
  const meter = view.call?.role === 'caller' ? meterNow(view, now) : null
  if (!view.call || !meter?.isLow || view.stage.name !== 'inCall') return null
  return (
    <div className={styles.low}>
      <div>
        <b aria-hidden="true">
          <Icon of={ClockAlert} size="s" />
          あと{meter.leftSec}秒です
        </b>
        <p>ポイントがなくなると、{view.call.origin === 'sideWatch' ? '視聴' : '通話'}が終わります</p>
      </div>
      <QuickTopUp callRate={view.call.live.currentPointsPerMin} onCharged={onCharged} />
      <span className="vh" role="status">
        あと{spokenSec(meter.leftSec)}秒です。
      </span>
    </div>
  )
}
