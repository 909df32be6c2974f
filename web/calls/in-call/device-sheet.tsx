import { Mic, SlidersHorizontal, Video, Volume2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { OwnDevices as AllOwnDevices, DeviceChoice, OwnDevicesView } from '../media/device-changes.ts'
import type { CallDevice } from '../media/device-memory.ts'
import { deviceChangeText, speakerGoneText } from '../media/device-texts.ts'
import { defaultOutput, useOutputs } from '../media/use-outputs.ts'
import { Control } from '../screens/controls.tsx'
import styles from './device-sheet.module.css'

type OwnDevices = Pick<AllOwnDevices, 'choose' | 'setBlurred'>

interface Group {
  device: CallDevice
  choices: readonly DeviceChoice[]
  chosenId: string | null
  choose(deviceId: string): Promise<boolean>
}

const heads = {
  microphone: { title: 'マイク', icon: Mic },
  camera: { title: 'カメラ', icon: Video },
  speaker: { title: 'スピーカー', icon: Volume2 },
} as const satisfies Record<CallDevice, { title: string; icon: typeof Mic }>

/** Shows a toast once for each change that a device made by itself. */
const useDeviceChangeToast = ({ deviceChange }: OwnDevicesView): void => {
  useEffect(() => {
    if (deviceChange)
      void showToast({
        title: deviceChangeText(deviceChange),
        tone: deviceChange.outcome === 'gone' || deviceChange.outcome === 'refused' ? 'error' : 'plain',
      })
  }, [deviceChange])
}

/** The control and the sheet it opens; null where there is nothing to choose. */
export const useDeviceSheet = (media: OwnDevices, line: OwnDevicesView, element: HTMLMediaElement) => {
  const [isOpen, setIsOpen] = useState(false)
  const outputs = useOutputs(element, () => void showToast({ title: speakerGoneText }))
  useDeviceChangeToast(line)
  const groups: Group[] = [
    {
      device: 'microphone' as const,
      choices: line.hasMicrophone ? line.microphones : [],
      chosenId: line.microphoneId,
      choose: (id: string) => media.choose('microphone', id),
    },
    {
      device: 'camera' as const,
      choices: line.hasCamera ? line.cameras : [],
      chosenId: line.cameraId,
      choose: (id: string) => media.choose('camera', id),
    },
    {
      device: 'speaker' as const,
      choices: outputs.outputs,
      chosenId: outputs.chosenId,
      choose: outputs.choose,
    },
  ].filter(({ choices }) => choices.length > 1)
  const hasSheet = groups.length > 0 || line.isBlurred !== null
  return {
    control: hasSheet ? (
      <Control key="settings" icon={SlidersHorizontal} label="設定" onClick={() => setIsOpen(true)} />
    ) : null,
    sheet: hasSheet ? (
      <DeviceSheet groups={groups} open={isOpen} onClose={() => setIsOpen(false)}>
        {line.isBlurred === null ? null : <BlurSwitch media={media} isOn={line.isBlurred} />}
      </DeviceSheet>
    ) : null,
    speaker: speakerOf(outputs, () => setIsOpen(true)),
  }
}

/** What a phone's own speaker button does; null where the browser lets no page choose the output. */
const speakerOf = (
  { outputs, chosenId, choose, pick }: ReturnType<typeof useOutputs>,
  openSheet: () => void,
): { isOn: boolean; press: () => void } | null => {
  const [first, second, ...more] = outputs
  const isPhone = window.matchMedia('(pointer: coarse)').matches
  if (!isPhone || (!pick && !(first && second))) return null
  const press = () => {
    if (first && second && more.length === 0)
      void choose(chosenId === first.deviceId ? second.deviceId : first.deviceId)
    else if (first && second) openSheet()
    else void pick?.()
  }
  return { isOn: chosenId !== (first?.deviceId ?? defaultOutput), press }
}

const DeviceSheet = ({
  groups,
  open,
  onClose,
  children,
}: {
  groups: readonly Group[]
  open: boolean
  onClose: () => void
  children: ReactNode
}) => (
  <Modal open={open} onClose={onClose} title="通話の設定" night>
    {children}
    {groups.map((group) => (
      <Choices key={group.device} group={group} />
    ))}
  </Modal>
)

const BlurSwitch = ({ media, isOn }: { media: OwnDevices; isOn: boolean }) => {
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <div className={styles.list}>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={async () => setHasFailed(!(await media.setBlurred(!isOn)))}
        />
        背景をぼかす
      </label>
      {hasFailed ? <p role="alert">このカメラでは切り替えられませんでした。</p> : null}
    </div>
  )
}

const Choices = ({ group: { device, choices, chosenId, choose } }: { group: Group }) => {
  const [failedId, setFailedId] = useState<string | null>(null)
  const { title, icon } = heads[device]
  const change = async (deviceId: string) => setFailedId((await choose(deviceId)) ? null : deviceId)
  return (
    <fieldset className={styles.list}>
      <legend>
        <Icon of={icon} size="s" />
        {title}
      </legend>
      {choices.map(({ deviceId, label }) => (
        <label key={deviceId}>
          <input
            type="radio"
            name={device}
            checked={deviceId === chosenId}
            onChange={() => void change(deviceId)}
          />
          {label}
        </label>
      ))}
      {failedId === null ? null : (
        <p role="alert">切り替えられませんでした。ほかのアプリで使われていないかご確認ください。</p>
      )}
    </fieldset>
  )
}
