import { Mic, MicOff, Video, VideoOff } from 'lucide-react'
import type { CallKind } from '#contract/calls/calls.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import type { DeviceSwitches } from '../media/device-memory.ts'
import { deviceChangeText, switchedOffText } from '../media/device-texts.ts'
import { Control } from '../screens/controls.tsx'

/** What a screen before a call needs of the session that owns the devices. */
interface SwitchesProps {
  kind: CallKind
  switches: DeviceSwitches
  switchDevice: (device: keyof DeviceSwitches, isOn: boolean) => Promise<boolean>
}

/** The controls of the microphone and the camera, in the same places as during the call. */
export const deviceSwitches = ({ kind, switches: { microphone, camera }, switchDevice }: SwitchesProps) => {
  const turn = async (device: keyof DeviceSwitches, isOn: boolean) => {
    if (!(await switchDevice(device, isOn)))
      void showToast({ title: deviceChangeText({ device, outcome: 'refused' }), tone: 'error' })
  }
  const mute = (
    <Control
      key="mute"
      icon={microphone ? Mic : MicOff}
      label={microphone ? 'ミュート' : 'ミュート中'}
      isOn={!microphone}
      onClick={() => void turn('microphone', !microphone)}
    />
  )
  if (kind === 'voice') return [null, mute]
  return [
    mute,
    <Control
      key="camera"
      icon={camera ? Video : VideoOff}
      label={camera ? 'カメラ' : 'カメラオフ'}
      isOn={!camera}
      onClick={() => void turn('camera', !camera)}
    />,
  ]
}

/** Says how the call will begin when a device is switched off. */
export const SwitchedOff = ({ kind, switches }: Pick<SwitchesProps, 'kind' | 'switches'>) => {
  const text = switchedOffText(kind, switches)
  return text === null ? null : <p role="status">{text}</p>
}
