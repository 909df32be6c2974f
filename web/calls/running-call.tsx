import {
  type LucideIcon,
  Maximize,
  Mic,
  MicOff,
  PictureInPicture2,
  Signal,
  SignalLow,
  SignalMedium,
  SwitchCamera,
  Video,
  VideoOff,
  Volume2,
  WifiOff,
} from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CallKind } from '../../contract/calls.ts'
import type { LineLevel, LineVerdict } from '../../domain/calls/line-quality.ts'
import { callTextsFor, callTypeOf } from '../../domain/calls/texts.ts'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { CallFrame } from './call-frame.tsx'
import { CallSafety } from './call-safety.tsx'
import type { CallSession } from './call-session.ts'
import { callStorage } from './call-storage.ts'
import type { CallView } from './call-view.ts'
import { Control, Controls } from './controls.tsx'
import { EchoHint } from './echo-hint.tsx'
import { Lantern } from './lantern.tsx'
import type { MediaSession, MediaView } from './media-session.ts'
import { LowPoints, MeterCard } from './meter-card.tsx'
import { OutputPicker } from './output-picker.tsx'
import type { Person } from './person.ts'
import { Reconnecting } from './reconnecting.tsx'
import { UnmuteButton, useHasPicture, useIsDark, usePlayback } from './remote-media.tsx'
import styles from './running-call.module.css'
import { SelfView } from './self-view.tsx'
import { Speaking } from './speaking.tsx'
import { useOutputs } from './use-outputs.ts'
import { useStore } from './use-store.ts'
import { useWakeLock } from './use-wake-lock.ts'

interface RunningProps {
  session: CallSession
  view: CallView
  media: MediaSession
  person: Person
}

const signals = { good: Signal, fair: SignalMedium, poor: SignalLow } as const satisfies Record<
  LineLevel,
  LucideIcon
>

const LineStatus = ({
  view,
  quality,
  kind,
}: {
  view: CallView
  quality: LineVerdict | null
  kind: CallKind
}) => {
  const { stage, call, standing } = view
  if (stage.name === 'leaving') return '終了しています'
  if (stage.name !== 'inCall' || !call) return 'つないでいます'
  if (standing.standsSince !== null) {
    return (
      <>
        <Icon of={WifiOff} size="xs" />
        再接続中
      </>
    )
  }
  const { status } = callTextsFor(callTypeOf({ kind, dialled: call.dialled, origin: call.origin }), call.role)
  return (
    <>
      <Icon of={signals[quality?.level ?? 'good']} size="xs" />
      {quality ? `${status}・${quality.sentence}` : status}
    </>
  )
}

/** Before the first picture of the call. */
const Connecting = ({ view }: { view: CallView }) =>
  view.stage.name === 'connecting' ? (
    <p className={styles.notice} role="status">
      {view.call?.role === 'caller' ? 'つないでいます・料金はまだかかりません' : 'つないでいます'}
    </p>
  ) : null

const Mute = ({ media, line }: { media: MediaSession; line: MediaView }) => (
  <Control
    icon={line.isMuted || !line.hasMicrophone ? MicOff : Mic}
    label={line.hasMicrophone ? (line.isMuted ? 'ミュート中' : 'ミュート') : 'マイクなし'}
    isOn={line.isMuted}
    disabled={!line.hasMicrophone}
    onClick={() => media.setMuted(!line.isMuted)}
  />
)

const useSpeaker = (element: RefObject<HTMLMediaElement | null>) => {
  const choice = useOutputs(element)
  const [isOpen, setIsOpen] = useState(false)
  if (choice.outputs.length === 0) return { control: null, picker: null }
  return {
    control: <Control icon={Volume2} label="スピーカー" onClick={() => setIsOpen(true)} />,
    picker: <OutputPicker choice={choice} open={isOpen} onClose={() => setIsOpen(false)} />,
  }
}

/** The partner's picture fills the screen; the own one stands in the corner. */
export const VideoCall = ({ session, view, media, person }: RunningProps) => {
  const line = useStore(media.store)
  const frame = useRef<HTMLDivElement>(null)
  const { element, isSilenced, unmute } = usePlayback<HTMLVideoElement>(line.remote)
  const isDark = useIsDark(element)
  const hasPicture = useHasPicture(element, line.remote)
  const speaker = useSpeaker(element)
  useWakeLock(true)
  const isCovered = !hasPicture || isDark
  const isLeaving = view.stage.name === 'leaving'
  return (
    <CallFrame
      frameRef={frame}
      name={person.name}
      status={<LineStatus view={view} quality={line.quality} kind="video" />}
      behind={
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: a person speaking live has no captions */}
          <video
            ref={element}
            className={classes(styles.remote, view.standing.standsSince !== null && styles.standing)}
            aria-label={`${person.name}さんの映像`}
            autoPlay
            playsInline
          />
          {isCovered ? (
            <div className={styles.cover}>
              <Lantern imageId={person.avatarId} isCalling={!hasPicture && !isLeaving} small />
              {hasPicture ? <p>カメラはオフです</p> : null}
            </div>
          ) : null}
        </>
      }
      topLeft={<SmallPicture element={element} isReady={hasPicture} />}
      topRight={<Corner frame={frame} view={view} />}
      top={view.stage.name === 'connecting' ? null : <MeterCard view={view} />}
      bottom={
        <>
          <SelfView stream={line.local} isCameraOn={line.isCameraOn} facing={line.facing} />
          {isSilenced ? <UnmuteButton onClick={unmute} /> : null}
          <EchoHint hasEcho={line.hasEcho} />
          <Reconnecting view={view} />
          <Connecting view={view} />
          <LowPoints view={view} onCharged={() => session.checkMeter()} />
          <Controls
            end={{ label: '通話を終える', onClick: () => session.hangUp(), disabled: isLeaving }}
            left={[
              <Mute key="mute" media={media} line={line} />,
              <Control
                key="camera"
                icon={line.isCameraOn ? Video : VideoOff}
                label={line.hasCamera ? (line.isCameraOn ? 'カメラ' : 'カメラオフ') : 'カメラなし'}
                isOn={line.hasCamera && !line.isCameraOn}
                disabled={!line.hasCamera}
                onClick={() => media.setCameraOn(!line.isCameraOn)}
              />,
            ]}
            right={[
              line.hasCamera && line.cameraCount > 1 ? <Flip key="flip" media={media} /> : speaker.control,
              line.hasCamera && line.cameraCount > 1 ? speaker.control : null,
            ]}
          />
          {speaker.picker}
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

/** The partner in a lantern, and bars that move with the voice. */
export const VoiceCall = ({ session, view, media, person }: RunningProps) => {
  const line = useStore(media.store)
  const { element, isSilenced, unmute } = usePlayback<HTMLAudioElement>(line.remote)
  const speaker = useSpeaker(element)
  useWakeLock(true)
  const isConnecting = view.stage.name === 'connecting'
  return (
    <CallFrame
      name={person.name}
      status={<LineStatus view={view} quality={line.quality} kind="voice" />}
      topRight={<CallSafety view={view} />}
      top={isConnecting ? null : <MeterCard view={view} />}
      bottom={
        <>
          {isSilenced ? <UnmuteButton onClick={unmute} /> : null}
          <EchoHint hasEcho={line.hasEcho} />
          <Reconnecting view={view} />
          <Connecting view={view} />
          <LowPoints view={view} onCharged={() => session.checkMeter()} />
          <Controls
            end={{
              label: '通話を終える',
              onClick: () => session.hangUp(),
              disabled: view.stage.name === 'leaving',
            }}
            left={[null, <Mute key="mute" media={media} line={line} />]}
            right={[speaker.control]}
          />
          {speaker.picker}
        </>
      }
    >
      {/* biome-ignore lint/a11y/useMediaCaption: a person speaking live has no captions */}
      <audio ref={element} autoPlay />
      <div className={styles.voice}>
        <Lantern imageId={person.avatarId} isCalling={isConnecting} />
        <Speaking stream={line.remote} name={person.name} />
      </div>
    </CallFrame>
  )
}

const Corner = ({ frame, view }: { frame: RefObject<HTMLDivElement | null>; view: CallView }) => (
  <>
    <FullScreen frame={frame} />
    <CallSafety view={view} />
  </>
)

/** Picture in picture, where the browser has it. */
const SmallPicture = ({
  element,
  isReady,
}: {
  element: RefObject<HTMLVideoElement | null>
  isReady: boolean
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
      else await element.current?.requestPictureInPicture()
    } catch {
      // The browser doesn't want to now; the picture stays where it is.
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
  // Specification 4: closing the call-ended modal reloads the page when the call ended in full screen. A layout
  // effect stops listening before the frame goes, which leaves full screen too.
  useLayoutEffect(() => {
    const note = () => callStorage.noteFullScreen(document.fullscreenElement !== null)
    note()
    document.addEventListener('fullscreenchange', note)
    return () => document.removeEventListener('fullscreenchange', note)
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
      // The browser doesn't want to now; the call stays as it is.
    }
  }
  return <IconButton icon={Maximize} label="全画面にする" onClick={() => void toggle()} />
}
