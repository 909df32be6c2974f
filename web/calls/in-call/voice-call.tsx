import { useMe } from '#web/session/use-me.ts'
import { useStore } from '#web/shell/use-store.ts'
import { useWakeLock } from '#web/shell/use-wake-lock.ts'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { RingingAvatar } from '../before-call/ringing-avatar.tsx'
import type { MediaView } from '../media/media-session.ts'
import { CallFrame, CallSafety } from '../screens/call-frame.tsx'
import { Controls } from '../screens/controls.tsx'
import { useCallChat } from './call-chat.tsx'
import { useDeviceSheet } from './device-sheet.tsx'
import { MeterCard } from './meter-card.tsx'
import { RemoteMedia, usePlayback } from './remote-media.tsx'
import styles from './running-call.module.css'
import {
  endOf,
  LineStatus,
  Minimise,
  Mute,
  Notices,
  type RunningProps,
  speakerControl,
} from './running-parts.tsx'
import { Bars, Speaking } from './speaking.tsx'

/** The partner's portrait, the member's below it, and bars that move with either voice. */
export const VoiceCall = ({
  session,
  view,
  media,
  person,
  element,
}: RunningProps & { element: HTMLVideoElement }) => {
  const line = useStore(media.store)
  const playback = usePlayback(element, line)
  const devices = useDeviceSheet(media, line, element)
  const chat = useCallChat(view.call?.partner.id ?? '', person.name)
  useWakeLock(true)
  const isConnecting = view.stage.name === 'connecting'
  return (
    <CallFrame
      name={person.name}
      status={<LineStatus view={view} quality={line.quality} kind="voice" />}
      topLeft={<Minimise />}
      topRight={<CallSafety view={view} />}
      side={chat.panel}
      isRunning
      top={isConnecting ? null : <MeterCard view={view} />}
      bottom={
        <>
          <Own line={line} />
          <Notices session={session} view={view} line={line} playback={playback} />
          <Controls
            end={endOf({ session, view })}
            left={[speakerControl(devices.speaker), <Mute key="mute" media={media} line={line} />]}
            right={[chat.control, devices.control]}
          />
          {devices.sheet}
        </>
      }
    >
      <RemoteMedia element={element} label={`${person.name}さんの声`} className={styles.sound} />
      <div className={styles.voice}>
        <RingingAvatar imageId={person.avatarId} isCalling={isConnecting} />
        <Speaking key={line.soundTrackId} stream={line.remote} name={person.name} />
      </div>
    </CallFrame>
  )
}

const ownText = (line: MediaView): string => {
  if (!line.hasMicrophone) return 'マイクなし'
  return line.isMuted ? 'ミュート中' : 'あなた'
}

/** The member's own portrait, and whether the microphone picks up any sound. */
const Own = ({ line }: { line: MediaView }) => {
  const me = useMe()
  return (
    <div className={styles.own}>
      <Avatar imageId={me.data?.avatarId ?? null} size={40} />
      <span>{ownText(line)}</span>
      {/* Another microphone is another sound. */}
      <Bars key={line.microphoneId} stream={line.local} count={5} />
    </div>
  )
}
