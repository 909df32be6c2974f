import { WifiOff } from 'lucide-react'
import { reconnectGraceMs } from '#domain/calls/timing.ts'
import { useNow } from '#web/shell/use-store.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { CallView } from '../session/call-view.ts'
import { countdownAt } from '../session/connection/outage.ts'
import styles from './reconnecting.module.css'

const refreshMs = 250

const isDown = (view: CallView): boolean => view.stage.name === 'inCall' && view.outage.frozenSince !== null

const waiting = 'そのままお待ちください'
const endsIn = (seconds: number): string =>
  seconds > 0 ? `あと${seconds}秒つながらない場合は終了します` : 'まもなく終了します'

/** How long the call waits for a side. The figure is visual only; it is read aloud once, near the end. */
const Countdown = ({ view }: { view: CallView }) => {
  const left = countdownAt(view.outage, useNow(refreshMs), reconnectGraceMs)
  return (
    <>
      <p className={styles.left} aria-hidden="true">
        {left ? endsIn(left.leftSec) : waiting}
      </p>
      <span className="vh" role="status">
        {left?.spokenSec ? endsIn(left.spokenSec) : ''}
      </span>
    </>
  )
}

/** Says once that the line is down, that nothing is charged meanwhile, and how long the call waits. */
export const Reconnecting = ({ view }: { view: CallView }) => {
  const isShown = isDown(view)
  return (
    <div className={isShown ? styles.notice : undefined}>
      <p className={isShown ? styles.what : undefined} role="status">
        {isShown ? (
          <>
            <Icon of={WifiOff} size="s" />
            {view.call?.role === 'caller' ? '再接続中・料金は止まっています' : '再接続しています'}
          </>
        ) : null}
      </p>
      {isShown ? <Countdown view={view} /> : null}
    </div>
  )
}
