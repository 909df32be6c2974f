import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Device } from '#contract/account/devices.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDevices } from './devices.ts'
import styles from './devices-panel.module.css'
import { SignOutModal, type SignOutQuestion } from './sign-out-modal.tsx'

/** The devices on which the account is signed in, and signing out on them. */
export const DevicesPanel = () => {
  const query = useDevices()
  const [question, setQuestion] = useState<SignOutQuestion | null>(null)
  const devices = query.data
  return (
    <Panel title="ログイン中の端末">
      {devices ? (
        <>
          <Rows className={styles.rows}>
            {devices.map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                onSignOut={() => setQuestion({ subject: { deviceId: device.id }, name: device.name })}
              />
            ))}
          </Rows>
          {devices.length > 1 ? (
            <Button block onClick={() => setQuestion({ subject: 'others' })}>
              ほかの端末をすべてログアウト
            </Button>
          ) : (
            <p className={styles.note}>ほかの端末ではログインしていません。</p>
          )}
        </>
      ) : query.isError ? (
        <QueryError query={query} />
      ) : (
        <Skeleton height={72} />
      )}
      {question ? <SignOutModal question={question} onClose={() => setQuestion(null)} /> : null}
    </Panel>
  )
}

const DeviceRow = ({ device, onSignOut }: { device: Device; onSignOut: () => void }) => (
  <li>
    <Icon of={device.isMobile ? Smartphone : Monitor} />
    <div>
      <p className={styles.name}>
        {device.name}
        {device.isThisDevice ? <span className={styles.here}>この端末</span> : null}
      </p>
      <p className={styles.times}>
        <span>
          最後の利用 <DateText at={device.lastUsedAt} />
        </span>
        <span>
          はじめての利用 <DateText at={device.firstSeenAt} form="day" />
        </span>
      </p>
    </div>
    {device.isThisDevice ? null : (
      <Button size="s" aria-label={`${device.name}をログアウト`} onClick={onSignOut}>
        ログアウト
      </Button>
    )}
  </li>
)
