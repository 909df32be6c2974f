import { useId } from 'react'
import { Switch } from '#web/ui/form/switch.tsx'
import styles from './settings.module.css'

/** One setting with a switch and an explanation. */
export const SettingRow = ({
  name,
  explanation,
  isOn,
  busy,
  onSwitch,
}: {
  name: string
  explanation?: string | undefined
  isOn: boolean
  busy: boolean
  onSwitch: (isOn: boolean) => void
}) => {
  const id = useId()
  return (
    <div className={styles.row}>
      <p>
        <b id={id}>{name}</b>
        <span id={`${id}-explanation`}>{explanation}</span>
      </p>
      <Switch isOn={isOn} labelledBy={id} describedBy={`${id}-explanation`} busy={busy} onSwitch={onSwitch} />
    </div>
  )
}
