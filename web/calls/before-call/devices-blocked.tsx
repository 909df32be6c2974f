import { Button } from '#web/ui/button.tsx'
import { deviceHelp } from '../media/device-texts.ts'
import type { LocalMedia } from '../media/local-media.ts'
import { CallFrame } from '../screens/call-frame.tsx'
import { Controls } from '../screens/controls.tsx'
import styles from './before-call.module.css'
import { WaitingPanel } from './waiting-panel.tsx'

/** A device can't be used: which one, how to fix it, and whether the call works without it. */
export const DevicesBlocked = ({
  name,
  status,
  avatarId,
  problems,
  onRetry,
  onGoOn,
  onLeave,
}: {
  name: string
  status: string
  avatarId: string | null
  problems: LocalMedia['problems']
  onRetry: () => void
  /** Null where a call can't be made without the devices. */
  onGoOn: (() => void) | null
  onLeave: () => void
}) => {
  const help = deviceHelp(problems)
  return (
    <CallFrame
      name={name}
      status={status}
      bottom={
        <>
          <div className={styles.actions}>
            <Button variant="primary" size="l" block onClick={onRetry}>
              もう一度ためす
            </Button>
            {onGoOn ? (
              <Button variant="quiet" block onClick={onGoOn}>
                {help.goOn.button}
              </Button>
            ) : null}
          </div>
          <Controls end={{ label: 'やめる', onClick: onLeave }} />
        </>
      }
    >
      <WaitingPanel avatarId={avatarId} small title={help.title}>
        <p>{help.help}</p>
        {onGoOn ? <p>{help.goOn.note}</p> : null}
      </WaitingPanel>
    </CallFrame>
  )
}
