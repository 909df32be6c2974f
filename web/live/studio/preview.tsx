import { Mic, MicOff, SwitchCamera, Video, VideoOff } from 'lucide-react'
import { useState } from 'react'
import { useDeviceSheet } from '#web/calls/in-call/device-sheet.tsx'
import { createRemoteElement } from '#web/calls/in-call/remote-media.tsx'
import { deviceHelp } from '#web/calls/media/device-texts.ts'
import { Control } from '#web/calls/screens/controls.tsx'
import { useStore } from '#web/shell/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './go-live.module.css'
import { OwnPicture } from './own-picture.tsx'
import { SoundMeter } from './sound-meter.tsx'
import type { StudioMedia } from './studio-media.ts'
import type { StudioDevices } from './use-studio-media.ts'

/** What the room will show and how loud it will be, with the switches that it keeps. */
export const Preview = ({ devices: { media, retry } }: { devices: StudioDevices }) => {
  if (!media)
    return (
      <div className={styles.preview} data-theme="dark">
        <p role="status" className={styles.waiting}>
          カメラとマイクの使用を許可してください
        </p>
      </div>
    )
  const { problems } = media
  const help = problems.camera || problems.microphone ? deviceHelp(problems) : null
  return (
    <>
      <div className={styles.preview}>
        <OwnPicture media={media} />
        <div className={styles.switches}>
          <DeviceControls media={media} />
        </div>
      </div>
      {problems.microphone ? null : <SoundMeter media={media} />}
      {help ? (
        <div className={styles.blocked} role="alert">
          <b>{help.title}</b>
          <p>{help.help}</p>
          <Button onClick={retry}>もう一度ためす</Button>
        </div>
      ) : null}
    </>
  )
}

const DeviceControls = ({ media }: { media: StudioMedia }) => {
  const [left, right, sheet] = useDeviceControls(media)
  return (
    <>
      {left}
      {right}
      {sheet}
    </>
  )
}

/** Mute and camera, then flip and settings where there is something to choose, and the sheet of the settings. */
export const useDeviceControls = (media: StudioMedia) => {
  const line = useStore(media.store)
  const [element] = useState(createRemoteElement)
  const { control, sheet } = useDeviceSheet(media, line, element)
  const left = [
    <Control
      key="mute"
      icon={line.isMuted ? MicOff : Mic}
      label={line.isMuted ? 'ミュート中' : 'ミュート'}
      isOn={line.isMuted}
      disabled={!line.hasMicrophone}
      onClick={() => media.setMuted(!line.isMuted)}
    />,
    <Control
      key="camera"
      icon={line.isCameraOn ? Video : VideoOff}
      label={line.isCameraOn ? 'カメラ' : 'カメラオフ'}
      isOn={!line.isCameraOn}
      onClick={() => media.setCameraOn(!line.isCameraOn)}
    />,
  ]
  const flip =
    line.cameras.length > 1 && line.isCameraOn ? (
      <Control key="flip" icon={SwitchCamera} label="反転" onClick={() => void media.flipCamera()} />
    ) : null
  return [left, [flip, control], sheet] as const
}
