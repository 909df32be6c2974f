import { ChevronUp, Mic, MicOff, PhoneOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CallKind } from '#contract/calls/calls.ts'
import { callTextsFor, callTypeOf, stopTexts } from '#domain/calls/texts.ts'
import { Link, useMatch } from '#web/router/router.ts'
import { callPath } from '#web/shell/navigation/call-paths.ts'
import { patterns } from '#web/shell/navigation/paths.ts'
import { useNow, useStore } from '#web/shell/use-store.ts'
import { useWakeLock } from '#web/shell/use-wake-lock.ts'
import { clock, points } from '#web/text/format.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { useAfterCall } from '../after-call/use-after-call.ts'
import { LowPoints } from '../in-call/meter-card.tsx'
import { RemoteMedia, UnmuteButton, useHasPicture, usePlayback } from '../in-call/remote-media.tsx'
import type { MediaSession } from '../media/media-session.ts'
import type { CallSession } from '../session/call-session.ts'
import { type CallView, connectedSecAt } from '../session/call-view.ts'
import { type HeldCall, heldCall } from '../session/held-call.ts'
import { meterNow } from '../session/meter.ts'
import { useLeaveOnClose } from '../session/use-leave-on-close.ts'
import styles from './call-bar.module.css'
import { StopModal } from './stop-modal.tsx'

const refreshMs = 250

/** The running call whose screen was left: partner, time and points, and the way back. */
export const CallBar = ({ held, isAtTop }: { held: HeldCall; isAtTop: boolean }) => {
  const view = useStore(held.session.store)
  const isOver = !['connecting', 'inCall', 'leaving'].includes(view.stage.name)
  const isInChat = useMatch(patterns.chat) !== null
  const isOnProfile = [useMatch(patterns.profile), useMatch(patterns.profilePc)].some(Boolean)
  useLeaveOnClose(held.owner)
  useAfterCall(view.stage, view.call, null)
  useEffect(() => {
    if (isOver) heldCall.release()
  }, [isOver])
  const { media, call } = view
  if (isOver || !media || !call) return null
  return (
    <section
      className={classes(
        styles.bar,
        isOnProfile && styles.aboveFoot,
        (isAtTop || isInChat) && styles.atTop,
        'night',
      )}
      aria-label="続いている通話"
    >
      <Running held={held} view={view} media={media} to={callPath(call)} />
    </section>
  )
}

const Running = ({
  held: { session, entry, element },
  view,
  media,
  to,
}: {
  held: HeldCall
  view: CallView
  media: MediaSession
  to: string
}) => {
  const line = useStore(media.store)
  const playback = usePlayback(element, line)
  const [isConfirmingEnd, setIsConfirmingEnd] = useState(false)
  const name = view.call?.partner.name ?? ''
  useWakeLock(true)
  return (
    <>
      {playback.isSilenced ? <UnmuteButton onClick={playback.unmute} /> : null}
      <LowPoints view={view} onCharged={() => session.checkMeter()} />
      <div className={styles.row}>
        <Link to={to} className={styles.back}>
          <span className={styles.picture}>
            <Picture element={element} remote={line.remote} name={name} />
            <Avatar imageId={view.call?.partner.avatarId ?? null} size={48} />
          </span>
          <span className={styles.texts}>
            <b>
              {name}さん<span className={styles.state}>と通話中</span>
            </b>
            <Figures view={view} />
          </span>
          <Icon of={ChevronUp} />
          <span className="vh">通話に戻る</span>
        </Link>
        <IconButton
          icon={line.isMuted || !line.hasMicrophone ? MicOff : Mic}
          label={line.isMuted ? 'ミュートを解除する' : 'ミュートにする'}
          aria-pressed={line.isMuted}
          disabled={!line.hasMicrophone}
          className={classes(styles.mute)}
          onClick={() => media.setMuted(!line.isMuted)}
        />
        <IconButton
          icon={PhoneOff}
          label="通話を終える"
          className={classes(styles.end)}
          disabled={view.stage.name === 'leaving'}
          onClick={() => setIsConfirmingEnd(true)}
        />
      </div>
      <EndModal
        open={isConfirmingEnd}
        session={session}
        view={view}
        kind={entry.kind}
        onClose={() => setIsConfirmingEnd(false)}
      />
    </>
  )
}

/** The partner's picture, moving; in a voice call only the sound. The portrait stands in for a missing picture. */
const Picture = ({
  element,
  remote,
  name,
}: {
  element: HeldCall['element']
  remote: MediaStream | null
  name: string
}) =>
  element instanceof HTMLVideoElement ? (
    <SmallVideo element={element} remote={remote} name={name} />
  ) : (
    <RemoteMedia element={element} label={`${name}さんの声`} />
  )

const SmallVideo = ({
  element,
  remote,
  name,
}: {
  element: HTMLVideoElement
  remote: MediaStream | null
  name: string
}) => {
  const hasPicture = useHasPicture(element, remote)
  return (
    <RemoteMedia
      element={element}
      label={`${name}さんの映像`}
      className={classes(styles.video, !hasPicture && styles.noPicture)}
    />
  )
}

/** Time, and for the payer the points; both stand still while the line is down. */
const Figures = ({ view }: { view: CallView }) => {
  const now = useNow(refreshMs)
  if (view.stage.name === 'leaving') return <span>終了しています</span>
  if (view.stage.name !== 'inCall') return <span>つないでいます</span>
  const isPayer = view.call?.role === 'caller'
  const meter = isPayer ? meterNow(view, now) : null
  return (
    <span>
      <span role="timer" aria-label="通話時間">
        {clock(isPayer ? (meter?.elapsedSec ?? 0) : connectedSecAt(view, now))}
      </span>
      {meter ? `・${points(meter.usedPoints)}` : null}
      {view.outage.frozenSince !== null || view.isControlLost ? '・再接続中' : null}
    </span>
  )
}

/** The button is small and beside other pages, so a press is confirmed. */
const EndModal = ({
  open,
  session,
  view: { call },
  kind,
  onClose,
}: {
  open: boolean
  session: CallSession
  view: CallView
  kind: CallKind
  onClose: () => void
}) => {
  if (!call) return null
  const texts = callTextsFor(callTypeOf({ kind, dialled: call.dialled, origin: call.origin }), call.role)
  const { question, consequence } = stopTexts(texts)
  return (
    <StopModal
      open={open}
      title={question}
      consequence={consequence}
      goOn="通話を続ける"
      stop="通話を終える"
      onGoOn={onClose}
      onStop={() => {
        onClose()
        session.hangUp()
      }}
    />
  )
}
