import { useEffect, useEffectEvent, useState } from 'react'
import { callTypeTable } from '#domain/calls/texts.ts'
import { useRemoteElement } from '#web/calls/in-call/remote-media.tsx'
import { deviceHelp } from '#web/calls/media/device-texts.ts'
import { useRinging } from '#web/calls/ringing/use-ringing.ts'
import { CallBar } from '#web/calls/screens/call-bar.tsx'
import { browserCallPorts } from '#web/calls/session/browser-call-ports.ts'
import type { OutgoingEntry } from '#web/calls/session/call-entry.ts'
import { CallSession } from '#web/calls/session/call-session.ts'
import { type CallView, isDialling, isRunning } from '#web/calls/session/call-view.ts'
import { screenKeyOf } from '#web/calls/session/held-call.ts'
import { useCallOwner } from '#web/calls/session/use-call-owner.ts'
import { useLeaveOnClose } from '#web/calls/session/use-leave-on-close.ts'
import { useNavigate } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useStore } from '#web/shell/use-store.ts'
import { pointsPerMinute } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Avatar } from '#web/ui/person/avatar.tsx'
import styles from './live-call-ring.module.css'

interface RingProps {
  broadcaster: { id: string; name: string; avatarId: string | null }
  /** The price that was tapped, in points per minute. */
  ratePointsPerMin: number
  /** The ring is over, and no call came of it. */
  onClose: () => void
}

/** The ring of the live call. Leaving its page gives it up; once it is accepted, the call's own screen has it. */
class RingOwner {
  readonly session: CallSession

  constructor(entry: OutgoingEntry) {
    this.session = new CallSession(browserCallPorts, entry)
  }

  start(): void {
    this.session.start()
  }

  leavePage(): void {
    this.session.leavePage()
  }

  dispose(): void {
    this.session.leave()
  }
}

/**
 * Asks for the live call beside the visit, which goes on until the broadcaster accepts: then the server settles the
 * visit, and the page goes over to the screen of the call.
 */
export const LiveCallRing = (props: RingProps) => {
  const { broadcaster, ratePointsPerMin } = props
  const [entry] = useState<OutgoingEntry>(() => ({
    direction: 'outgoing',
    kind: 'video',
    origin: 'live',
    role: 'caller',
    partnerId: broadcaster.id,
    tappedRate: ratePointsPerMin,
    liveRate: ratePointsPerMin,
  }))
  const screenKey = screenKeyOf(entry)
  const element = useRemoteElement(screenKey)
  const owner = useCallOwner(
    screenKey,
    () => new RingOwner(entry),
    ({ session }) =>
      isRunning(session.store.get().stage)
        ? { screenKey, owner: session, session, entry, element, Bar: CallBar }
        : null,
  )
  return owner ? <Ring {...props} session={owner.session} /> : null
}

const Ring = ({ broadcaster, ratePointsPerMin, onClose, session }: RingProps & { session: CallSession }) => {
  const view = useStore(session.store)
  const navigate = useNavigate()
  const { stage } = view
  const isAccepted = isRunning(stage)
  useLeaveOnClose(session)
  useRinging(isDialling(stage) ? 'outgoing' : null)
  // After the call the entrance takes its place, so that it is in the history once.
  const go = useEffectEvent(() => void navigate(paths.outgoingVideoChat(broadcaster.id), { replace: true }))
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isAccepted) go()
  }, [isAccepted])
  const isLeft = stage.name === 'left'
  useEffect(() => {
    if (isLeft) close()
  }, [isLeft])
  if (isAccepted || isLeft) return null
  return (
    <section className={classes(styles.ring, 'night')} aria-label="ビデオチャットの申し込み">
      <div className={styles.who} role="status">
        <Avatar imageId={broadcaster.avatarId} size={56} />
        <div>
          <b>{titleOf(view, broadcaster.name)}</b>
          <small>{noteOf(view, ratePointsPerMin)}</small>
        </div>
      </div>
      <Choices view={view} session={session} broadcasterId={broadcaster.id} onClose={onClose} />
    </section>
  )
}

const titleOf = ({ stage }: CallView, name: string): string => {
  switch (stage.name) {
    case 'blocked':
      return deviceHelp(stage.problems).title
    case 'refused':
      return stage.message
    case 'ended':
      return stage.info.message
    case 'elsewhere':
      return 'ビデオチャットは別の画面で続いています。'
    case 'requesting':
    case 'ringing':
      return `${name}さんを呼び出しています`
    case 'leaving':
      return '取り消しています'
    default:
      return 'カメラとマイクを準備しています'
  }
}

const noteOf = ({ stage }: CallView, ratePointsPerMin: number): string => {
  if (stage.name === 'blocked') return deviceHelp(stage.problems).help
  if (isDialling(stage))
    return `応答があると視聴は終わり、${pointsPerMinute(ratePointsPerMin)}のビデオチャットに替わります。`
  if (stage.name === 'devices' || stage.name === 'looking')
    return callTypeTable.videoChatFromOutgoing.caller.prompt
  return ''
}

const Choices = ({
  view: { stage },
  session,
  broadcasterId,
  onClose,
}: {
  view: CallView
  session: CallSession
  broadcasterId: string
  onClose: () => void
}) => {
  if (stage.name === 'ended' || stage.name === 'elsewhere' || stage.name === 'refused')
    return (
      <div className={styles.choices}>
        {stage.name === 'ended' && stage.info.type === 'pointless' ? (
          <ButtonLink block variant="primary" to={paths.purchase(paths.channel(broadcasterId))}>
            ポイントを購入する
          </ButtonLink>
        ) : null}
        <Button block onClick={onClose}>
          閉じる
        </Button>
      </div>
    )
  return (
    <div className={styles.choices}>
      {stage.name === 'blocked' ? (
        <>
          <Button block variant="primary" onClick={() => session.retryDevices()}>
            もう一度ためす
          </Button>
          {stage.canGoOn ? (
            <Button block onClick={() => session.goOnWithoutDevices()}>
              {deviceHelp(stage.problems).goOn.button}
            </Button>
          ) : null}
        </>
      ) : null}
      <Button block busy={stage.name === 'leaving'} onClick={() => session.hangUp()}>
        申し込みをやめる
      </Button>
    </div>
  )
}
