import styles from './switch.module.css'

/** On or off, at once. While it is `busy` presses are ignored. */
export const Switch = ({
  isOn,
  labelledBy,
  describedBy,
  busy = false,
  onSwitch,
}: {
  isOn: boolean
  /** The id of its name on the page. */
  labelledBy: string
  describedBy: string
  busy?: boolean
  onSwitch: (isOn: boolean) => void
}) => (
  <button
    type="button"
    role="switch"
    className={styles.switch}
    aria-checked={isOn}
    aria-labelledby={labelledBy}
    aria-describedby={describedBy}
    aria-busy={busy || undefined}
    onClick={() => {
      if (!busy) onSwitch(!isOn)
    }}
  />
)
