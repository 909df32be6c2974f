import { useId } from 'react'
import type { Device } from './check-view.ts'
import styles from './steps.module.css'

/** Shown where there is more than one device. */
export const DeviceChoice = ({
  label,
  devices,
  chosenId,
  onChoose,
}: {
  label: string
  devices: readonly Device[]
  chosenId: string | null
  onChoose: (deviceId: string) => void
}) => {
  const id = useId()
  if (devices.length < 2) return null
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={chosenId ?? ''} onChange={(event) => onChoose(event.target.value)}>
        {devices.map((device) => (
          <option key={device.deviceId} value={device.deviceId}>
            {device.label}
          </option>
        ))}
      </select>
    </div>
  )
}
