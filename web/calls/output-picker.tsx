import { useState } from 'react'
import { Modal } from '../ui/modal.tsx'
import styles from './output-picker.module.css'
import type { useOutputs } from './use-outputs.ts'

/** Chooses where the sound goes. */
export const OutputPicker = ({
  choice,
  open,
  onClose,
}: {
  choice: ReturnType<typeof useOutputs>
  open: boolean
  onClose: () => void
}) => {
  const [hasFailed, setHasFailed] = useState(false)
  const choose = async (deviceId: string) => {
    const isDone = await choice.choose(deviceId)
    setHasFailed(!isDone)
    if (isDone) onClose()
  }
  return (
    <Modal open={open} onClose={onClose} title="音声の出力先" night>
      <fieldset className={styles.list}>
        <legend className="vh">音声の出力先</legend>
        {choice.outputs.map(({ deviceId, label }) => (
          <label key={deviceId}>
            <input
              type="radio"
              name="output"
              checked={deviceId === choice.chosenId}
              onChange={() => void choose(deviceId)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {hasFailed ? <p role="alert">この出力先には切りかえられませんでした。</p> : null}
    </Modal>
  )
}
