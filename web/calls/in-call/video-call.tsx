import { Maximize, PictureInPicture2, SwitchCamera, Video, VideoOff } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from '#web/shell/use-store.ts'
import { useWakeLock } from '#web/shell/use-wake-lock.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { RingingAvatar } from '../before-call/ringing-avatar.tsx'
import type { MediaSession } from '../media/media-session.ts'
import { CallFrame, CallSafety } from '../screens/call-frame.tsx'
import { Control, Controls } from '../screens/controls.tsx'
import { callStorage } from '../session/call-storage.ts'
import type { CallView } from '../session/call-view.ts'
import { useDeviceSheet } from './device-sheet.tsx'
import { MeterCard } from './meter-card.tsx'
import { partnerSendingOf } from './partner-sending.tsx'
import { RemoteMedia, useHasPicture, usePlayback } from './remote-media.tsx'
import styles from './running-call.module.css'
import { endOf, LineStatus, Mute, Notices, type RunningProps } from './running-parts.tsx'
import { SelfView } from './self-view.tsx'

/** The partner's picture fills the screen; the own one is in the corner. */
export const VideoCall = ({
  session,
  view,
  media,
  person,
  element,
}: RunningProps & { element: HTMLVideoElement }) => {
  const line = useStore(media.store)
  const frame = useRef<HTMLDivElement>(null)
  const playback = usePlayback(element, line.remote)
  const isDark = view.call !== null && partnerSendingOf(view.call)?.camera === false
  const hasPicture = useHasPicture(element, line.remote)
  const devices = useDeviceSheet(media, line, element)
  useWakeLock(true)
  const canFlip = line.hasCamera && line.isCameraOn && line.cameras.length > 1
  return (
    <CallFrame
      frameRef={frame}
      name={person.name}
      status={<LineStatus view={view} quality={line.quality} kind="video" />}
      behind={
        <>
          <RemoteMedia
            element={element}
            label={`${person.name}さんの映像`}
            className={classes(styles.remote, view.outage.frozenSince !== null && styles.frozen)}
          />
          {!hasPicture || isDark ? (
            <div className={styles.cover}>
              <RingingAvatar
                imageId={person.avatarId}
                isCalling={!hasPicture && !isDark && view.stage.name !== 'leaving'}
                small
              />
            </div>
          ) : null}
        </>
      }
      topLeft={<SmallPicture element={element} isReady={hasPicture} />}
      topRight={<Corner frame={frame} view={view} />}
      top={view.stage.name === 'connecting' ? null : <MeterCard view={view} />}
      bottom={
        <>
          <SelfView stream={line.local} isCameraOn={line.isCameraOn && line.hasCamera} facing={line.facing} />
          <Notices session={session} view={view} line={line} playback={playback} />
          <Controls
            end={endOf({ session, view })}
            left={[
              <Mute key="mute" media={media} line={line} />,
              <Control
                key="camera"
                icon={line.isCameraOn && line.hasCamera ? Video : VideoOff}
                label={line.hasCamera ? (line.isCameraOn ? 'カメラ' : 'カメラオフ') : 'カメラなし'}
                isOn={line.hasCamera && !line.isCameraOn}
                disabled={!line.hasCamera}
                onClick={() => media.setCameraOn(!line.isCameraOn)}
              />,
            ]}
            right={[
              canFlip ? <Flip key="flip" media={media} /> : devices.control,
              canFlip ? devices.control : null,
            ]}
          />
          {devices.sheet}
        </>
      }
    />
  )
}

const Flip = ({ media }: { media: MediaSession }) => {
  const [isFlipping, setIsFlipping] = useState(false)
  const flip = async () => {
    setIsFlipping(true)
    await media.flipCamera()
    setIsFlipping(false)
  }
  return <Control icon={SwitchCamera} label="切りかえ" disabled={isFlipping} onClick={() => void flip()} />
}

const Corner = ({ frame, view }: { frame: RefObject<HTMLDivElement | null>; view: CallView }) => (
  <>
    <FullScreen frame={frame} />
    <CallSafety view={view} />
  </>
)

/** Picture in picture, where the browser has it. */
const SmallPicture = ({ element, isReady }: { element: HTMLVideoElement; isReady: boolean }) => {
  useEffect(
    () => () => {
      if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => undefined)
    },
    [],
  )
  if (!document.pictureInPictureEnabled) return null
  const toggle = async () => {
    try {
      if (document.pictureInPictureElement) await document.exitPictureInPicture()
      else await element.requestPictureInPicture()
    } catch {
      // The browser refuses now; the picture stays where it is.
    }
  }
  return (
    <IconButton
      icon={PictureInPicture2}
      label="小さい画面にする"
      disabled={!isReady}
      onClick={() => void toggle()}
    />
  )
}

const FullScreen = ({ frame }: { frame: RefObject<HTMLDivElement | null> }) => {
  // Specification 4: closing the call-ended modal reloads the page when the call ended in full screen. A
  // layout effect stops listening before the frame is removed, because removing it leaves full screen too.
  useLayoutEffect(() => {
    const store = () => callStorage.storeFullScreen(document.fullscreenElement !== null)
    store()
    document.addEventListener('fullscreenchange', store)
    return () => document.removeEventListener('fullscreenchange', store)
  }, [])
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    },
    [],
  )
  if (!document.fullscreenEnabled) return null
  const toggle = async () => {
    try {
      if (document.fullscreenElement) return await document.exitFullscreen()
      await frame.current?.requestFullscreen()
    } catch {
      // The browser refuses now; the call stays as it is.
    }
  }
  return <IconButton icon={Maximize} label="全画面にする" onClick={() => void toggle()} />
}
