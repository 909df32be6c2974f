import {
  ChevronDown,
  type LucideIcon,
  Mic,
  MicOff,
  Signal,
  SignalLow,
  SignalMedium,
  Volume2,
  WifiOff,
} from 'lucide-react'
import type { CallKind } from '#contract/calls/calls.ts'
import type { CallQuality, LineLevel } from '#domain/calls/quality/line-quality.ts'
import { callTextsFor, callTypeOf } from '#domain/calls/texts.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useBackNavigation } from '#web/shell/navigation/use-back-navigation.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { MediaSession, MediaView } from '../media/media-session.ts'
import { Control } from '../screens/controls.tsx'
import type { CallSession } from '../session/call-session.ts'
import type { CallPartner, CallView } from '../session/call-view.ts'
import type { useDeviceSheet } from './device-sheet.tsx'
import { EchoHint } from './echo-hint.tsx'
import { KindChange } from './kind-change.tsx'
import { LowPoints } from './meter-card.tsx'
import { MeterNote } from './meter-note.tsx'
import { PartnerSending } from './partner-sending.tsx'
import { Reconnecting } from './reconnecting.tsx'
import { UnmuteButton, type usePlayback } from './remote-media.tsx'
import styles from './running-call.module.css'

export interface RunningProps {
  session: CallSession
  view: CallView
  media: MediaSession
  person: CallPartner
}

const signals = { good: Signal, fair: SignalMedium, poor: SignalLow } as const satisfies Record<
  LineLevel,
  LucideIcon
>

export const LineStatus = ({
  view,
  quality,
  kind,
}: {
  view: CallView
  quality: CallQuality | null
  kind: CallKind
}) => {
  const { stage, call, outage } = view
  if (stage.name === 'leaving') return '終了しています'
  if (stage.name !== 'inCall' || !call) return 'つないでいます'
  if (outage.frozenSince !== null) {
    return (
      <>
        <Icon of={WifiOff} size="xs" />
        再接続中
      </>
    )
  }
  if (view.isControlLost) {
    return (
      <>
        <Icon of={WifiOff} size="xs" className={styles.weak} />
        再接続中
      </>
    )
  }
  const level = quality?.level ?? 'good'
  const { status } = callTextsFor(callTypeOf({ kind, dialled: call.dialled, origin: call.origin }), call.role)
  return (
    <>
      <Icon of={signals[level]} size="xs" className={level === 'good' ? undefined : styles.weak} />
      {/* A warning is shown alone: both would not fit beside the buttons of a phone. */}
      {quality === null ? (
        <span>{status}</span>
      ) : (
        <span>
          {level === 'good' ? <span className={styles.kind}>{status}・</span> : null}
          {quality.sentence}
        </span>
      )}
    </>
  )
}

/** Shown before the first picture of the call. */
const Connecting = ({ view }: { view: CallView }) =>
  view.stage.name === 'connecting' ? (
    <p className={styles.notice} role="status">
      {view.call?.role === 'caller' ? 'つないでいます・料金はまだかかりません' : 'つないでいます'}
    </p>
  ) : null

/** Picture and sound arrive while the server can't be reached: time goes on, the points follow later. */
export const ControlLost = ({ view }: { view: CallView }) => {
  const isShown = view.isControlLost && view.stage.name === 'inCall' && view.outage.frozenSince === null
  return (
    <div className={isShown ? styles.lost : undefined} role="status">
      {isShown ? (
        <>
          <p>
            <Icon of={WifiOff} size="s" />
            通信を確認しています
          </p>
          {view.call?.role === 'caller' ? (
            <small>映像と音声は続いています。ポイントはあとで反映されます</small>
          ) : null}
        </>
      ) : null}
    </div>
  )
}

/** Leaves the screen; the call continues in a bar beside the other pages. */
export const Minimise = () => {
  const goBack = useBackNavigation(paths.home)
  return <IconButton icon={ChevronDown} label="小さい画面にする" onClick={goBack} />
}

/** The speaker as a control of its own; null where there is nothing to choose. */
export const speakerControl = (speaker: ReturnType<typeof useDeviceSheet>['speaker']) =>
  speaker ? (
    <Control key="speaker" icon={Volume2} label="スピーカー" isOn={speaker.isOn} onClick={speaker.press} />
  ) : null

/** The hints above the controls. */
export const Notices = ({
  session,
  view,
  line,
  playback,
}: Pick<RunningProps, 'session' | 'view'> & {
  line: MediaView
  playback: ReturnType<typeof usePlayback>
}) => (
  <div className={styles.notices}>
    {playback.isSilenced ? <UnmuteButton onClick={playback.unmute} /> : null}
    <EchoHint hasEcho={line.hasEcho} />
    <PartnerSending call={view.call} />
    <MeterNote view={view} />
    <Reconnecting view={view} />
    <ControlLost view={view} />
    <Connecting view={view} />
    <LowPoints view={view} onCharged={() => session.checkMeter()} />
    <KindChange view={view} onCharged={() => session.checkMeter()} />
  </div>
)

export const Mute = ({ media, line }: { media: MediaSession; line: MediaView }) => (
  <Control
    icon={line.isMuted || !line.hasMicrophone ? MicOff : Mic}
    label={line.hasMicrophone ? (line.isMuted ? 'ミュート中' : 'ミュート') : 'マイクなし'}
    isOn={line.isMuted}
    disabled={!line.hasMicrophone}
    onClick={() => media.setMuted(!line.isMuted)}
  />
)

export const endOf = ({ session, view }: Pick<RunningProps, 'session' | 'view'>) => ({
  label: '通話を終える',
  onClick: () => session.hangUp(),
  disabled: view.stage.name === 'leaving',
})
