import { type ReactNode, useEffect, useState } from 'react'
import { SafetyMenu } from '#web/safety/safety-menu.tsx'
import { classes } from '#web/ui/classes.ts'
import type { CallView } from '../session/call-view.ts'
import styles from './call-frame.module.css'

/** The same dark frame with nothing in it yet. */
export const DarkCallFrame = () => <div className={classes(styles.call, 'night')} />

/** By then the connections of a call that rings are up. */
const decoratedAfterMs = 300

/**
 * Whether the frame has its gradient, and the portrait its glow and its rings. To paint the whole window takes a device as
 * long as the connections do, so the first screen of a call gets them afterwards.
 */
const useIsDecorated = (isFirst: boolean): boolean => {
  const [isDecorated, setIsDecorated] = useState(!isFirst)
  useEffect(() => {
    const timer = setTimeout(() => setIsDecorated(true), decoratedAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isDecorated
}

/**
 * The dark frame of every call screen: a picture behind everything, the partner at the top, and the controls
 * within the thumb's reach.
 */
export const CallFrame = ({
  name,
  status,
  behind,
  early,
  topLeft,
  topRight,
  top,
  children,
  bottom,
  side,
  isRunning = false,
  isFirst = false,
  frameRef,
}: {
  name: string
  status?: ReactNode
  /** Fills the screen behind everything. */
  behind?: ReactNode
  /** As `behind`, with nothing to be seen in it yet: it gets no shade by itself. */
  early?: ReactNode
  topLeft?: ReactNode
  topRight?: ReactNode
  /** Under the name: the meter. */
  top?: ReactNode
  children?: ReactNode
  bottom: ReactNode
  /** Beside the call on a wide window, over its lower part on a phone. */
  side?: ReactNode
  /** In the call: on a low window everything is docked at the sides, and nothing covers the picture. */
  isRunning?: boolean
  /** The first screen of a call: it is plain at first, so that what has to be there at once is. */
  isFirst?: boolean
  frameRef?: React.Ref<HTMLDivElement>
}) => (
  <div
    ref={frameRef}
    className={classes(styles.call, 'night')}
    data-night-screen
    data-plain={!useIsDecorated(isFirst) || undefined}
  >
    <div className={styles.gradient} />
    <div
      className={styles.room}
      data-running={isRunning || undefined}
      data-picture={(isRunning && Boolean(behind)) || undefined}
    >
      <div className={styles.behind}>
        {behind}
        {early}
      </div>
      {behind ? <div className={styles.shade} /> : null}
      <header className={styles.top}>
        <div className={styles.side}>{topLeft}</div>
        <div className={styles.who}>
          <h1>{name}</h1>
          {status ? <p>{status}</p> : null}
        </div>
        <div className={styles.side}>{topRight}</div>
      </header>
      {top}
      <div className={styles.stage}>{children ?? null}</div>
      <div className={styles.bottom}>{bottom}</div>
    </div>
    {side}
  </div>
)

/** Block and report, during a call and while it rings; blocking ends it. */
export const CallSafety = ({ view: { call } }: { view: CallView }) =>
  call ? <SafetyMenu partner={call.partner} place="call" callId={call.callId} night /> : null
