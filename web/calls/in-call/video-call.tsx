import { Maximize, PictureInPicture2, SwitchCamera, Video, VideoOff, Volume2 } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from '#web/shell/use-store.ts'
import { useWakeLock } from '#web/shell/use-wake-lock.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { RingingAvatar } from '../before-call/ringing-avatar.tsx'
import type { MediaSession, MediaView } from '../media/media-session.ts'
import { CallFrame, CallSafety } from '../screens/call-frame.tsx'
import { Control, Controls } from '../screens/controls.tsx'
import { callStorage } from '../session/call-storage.ts'
import { BlurredFill } from './blurred-fill.tsx'
import { useCallChat } from './call-chat.tsx'
import { useDeviceSheet } from './device-sheet.tsx'
import { MeterCard } from './meter-card.tsx'
import { partnerSendingOf } from './partner-sending.tsx'
import { RemoteMedia, useHasPicture, usePlayback } from './remote-media.tsx'
import styles from './running-call.module.css'
import { endOf, LineStatus, Minimise, Mute, Notices, type RunningProps } from './running-parts.tsx'
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
  const playback = usePlayback(element, line)
  const hasPicture = useHasPicture(element, line.remote)
  const isInWindow = useIsInPicture(element)
  const devices = useDeviceSheet(media, line, element)
  const chat = useCallChat(view.call?.partner.id ?? '', person.name)
  useWakeLock(true)
  const canFlip = line.hasCamera && line.isCameraOn && line.cameras.length > 1
  return (
    <CallFrame
      frameRef={frame}
      name={person.name}
      status={<LineStatus view={view} quality={line.quality} kind="video" />}
      behind={
        <RemotePicture
          element={element}
          person={person}
          view={view}
          hasPicture={hasPicture}
          isInWindow={isInWindow}
        />
      }
      topLeft={<Minimise />}
      topRight={
        <>
          <PictureInPicture element={element} isReady={hasPicture} isShown={isInWindow} />
          <FullScreen frame={frame} />
          <SpeakerButton speaker={devices.speaker} />
          <CallSafety view={view} />
        </>
      }
      side={chat.panel}
      isRunning
      top={view.stage.name === 'connecting' ? null : <MeterCard view={view} />}
      bottom={
        <>
          <SelfView
            stream={line.local}
            isCameraOn={line.isCameraOn && line.hasCamera}
            isStalled={line.isStalled.camera}
            facing={line.facing}
            corner={canFlip ? <Flip media={media} /> : null}
          />
          <Notices session={session} view={view} line={line} playback={playback} />
          <Controls
            end={endOf({ session, view })}
            left={[
              <Mute key="mute" media={media} line={line} />,
              <Camera key="camera" media={media} line={line} />,
            ]}
            right={[chat.control, devices.control]}
          />
          {devices.sheet}
        </>
      }
    />
  )
}

const SpeakerButton = ({ speaker }: Pick<ReturnType<typeof useDeviceSheet>, 'speaker'>) =>
  speaker ? (
    <IconButton icon={Volume2} label="スピーカー" aria-pressed={speaker.isOn} onClick={speaker.press} />
  ) : null

const Camera = ({ media, line }: { media: MediaSession; line: MediaView }) => (
  <Control
    icon={line.isCameraOn && line.hasCamera ? Video : VideoOff}
    label={line.hasCamera ? (line.isCameraOn ? 'カメラ' : 'カメラオフ') : 'カメラなし'}
    isOn={line.hasCamera && !line.isCameraOn}
    disabled={!line.hasCamera}
    onClick={() => media.setCameraOn(!line.isCameraOn)}
  />
)

/** The partner's picture before its blurred self, and what stands in for it when there is none. */
const RemotePicture = ({
  element,
  person,
  view,
  hasPicture,
  isInWindow,
}: Pick<RunningProps, 'person' | 'view'> & {
  element: HTMLVideoElement
  hasPicture: boolean
  isInWindow: boolean
}) => {
  const isDark = view.call !== null && partnerSendingOf(view.call)?.camera === false
  const portrait = (
    <div className={styles.cover}>
      <RingingAvatar imageId={person.avatarId} isCalling={!isDark && view.stage.name !== 'leaving'} small />
    </div>
  )
  return (
    <>
      <BlurredFill video={element} />
      {/* Behind the picture, which covers it with its first frame. */}
      {!hasPicture && !isDark ? portrait : null}
      <RemoteMedia
        element={element}
        label={`${person.name}さんの映像`}
        className={classes(styles.remote, view.outage.frozenSince !== null && styles.frozen)}
      />
      {isInWindow ? (
        <div className={styles.cover}>
          <p>小窓で表示しています</p>
        </div>
      ) : null}
      {isDark ? portrait : null}
    </>
  )
}

const Flip = ({ media }: { media: MediaSession }) => {
  const [isFlipping, setIsFlipping] = useState(false)
  const flip = async () => {
    setIsFlipping(true)
    await media.flipCamera()
    setIsFlipping(false)
  }
  return (
    <IconButton
      icon={SwitchCamera}
      label="カメラを切り替え"
      disabled={isFlipping}
      onClick={() => void flip()}
    />
  )
}

/** Whether the picture is in a window of its own, which leaves the page black. */
const useIsInPicture = (element: HTMLVideoElement): boolean => {
  const [isIn, setIsIn] = useState(false)
  useEffect(() => {
    const look = () => setIsIn(document.pictureInPictureElement === element)
    element.addEventListener('enterpictureinpicture', look)
    element.addEventListener('leavepictureinpicture', look)
    return () => {
      element.removeEventListener('enterpictureinpicture', look)
      element.removeEventListener('leavepictureinpicture', look)
    }
  }, [element])
  return isIn
}

/** Picture in picture, where the browser has it. */
const PictureInPicture = ({
  element,
  isReady,
  isShown,
}: {
  element: HTMLVideoElement
  isReady: boolean
  isShown: boolean
}) => {
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
      label={isShown ? '小窓を閉じる' : '小窓で表示する'}
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
  return (
    <IconButton
      icon={Maximize}
      label="全画面にする"
      className={classes(styles.fullScreen)}
      onClick={() => void toggle()}
    />
  )
}
