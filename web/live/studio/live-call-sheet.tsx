import { useQueryClient } from '@tanstack/react-query'
import { PhoneOff, Video } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Reward } from '#web/calls/before-call/reward.tsx'
import {
  allowSound,
  RemoteMedia,
  UnmuteButton,
  useHasPicture,
  usePlayback,
  useRemoteElement,
} from '#web/calls/in-call/remote-media.tsx'
import type { MediaSession } from '#web/calls/media/media-session.ts'
import { useHiddenRing, useRinging } from '#web/calls/ringing/use-ringing.ts'
import { browserCallPorts } from '#web/calls/session/browser-call-ports.ts'
import type { IncomingEntry } from '#web/calls/session/call-entry.ts'
import { CallSession } from '#web/calls/session/call-session.ts'
import { type CallView, connectedSecAt } from '#web/calls/session/call-view.ts'
import { screenKeyOf } from '#web/calls/session/held-call.ts'
import { useCallOwner } from '#web/calls/session/use-call-owner.ts'
import { usePartnerInfo } from '#web/people/queries.ts'
import { SafetyMenu } from '#web/safety/safety-menu.tsx'
import { myCallKey } from '#web/session/my-call.ts'
import { useStore } from '#web/shell/use-store.ts'
import { clock } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { StateBadge } from '#web/ui/person/state-badge.tsx'
import styles from './on-air.module.css'

interface Props {
  partnerId: string
  callId: string
  /**
   * The call is over, or another page has it.
   * @param isCertain false: a request was refused, and the call may still be there
   */
  onOver: (isCertain: boolean) => void
}

/** A live call over the broadcaster's picture: it rings, runs and ends here, and nothing of the room is interrupted. */
export const LiveCallSheet = ({ partnerId, callId, onOver }: Props) => {
  const [entry] = useState<IncomingEntry>(() => ({
    direction: 'incoming',
    kind: 'video',
    origin: 'live',
    role: 'broadcaster',
    partnerId,
    callId,
  }))
  const screenKey = screenKeyOf(entry)
  const element = useRemoteElement(screenKey)
  const session = useCallOwner(
    screenKey,
    () => new CallSession(browserCallPorts, entry),
    () => null,
  )
  return session ? <Sheet session={session} element={element} partnerId={partnerId} onOver={onOver} /> : null
}

const overTexts: Partial<Record<CallView['stage']['name'], string>> = {
  ended: 'ビデオチャットが終わりました',
  elsewhere: 'ビデオチャットは別の画面で続いています',
}

/** Tells how the call ended and lets the page go on without it. */
const useOver = ({ stage }: CallView, onOver: Props['onOver']): void => {
  const queries = useQueryClient()
  const isOver = ['ended', 'left', 'elsewhere', 'refused'].includes(stage.name)
  const finish = useEffectEvent(() => {
    const title = stage.name === 'refused' ? stage.message : overTexts[stage.name]
    if (title) void showToast({ title })
    const isCertain = stage.name !== 'refused'
    if (stage.name !== 'elsewhere') queries.setQueryData(myCallKey, null)
    onOver(isCertain)
    if (!isCertain) void queries.invalidateQueries({ queryKey: myCallKey })
  })
  useEffect(() => {
    if (isOver) finish()
  }, [isOver])
}

const Sheet = ({
  session,
  element,
  partnerId,
  onOver,
}: Pick<Props, 'partnerId' | 'onOver'> & { session: CallSession; element: HTMLVideoElement }) => {
  const view = useStore(session.store)
  const partner = usePartnerInfo(partnerId)
  const name = partner.data?.userName ?? view.call?.partner.name ?? ''
  const avatarId = partner.data?.avatarId ?? view.call?.partner.avatarId ?? null
  useOver(view, onOver)
  const { stage, media, call } = view
  const rings = stage.name === 'incoming'
  useRinging(rings ? 'incoming' : null)
  useHiddenRing(rings ? call : null)
  if (media) return <Running session={session} view={view} media={media} element={element} name={name} />
  if (!rings && stage.name !== 'answering') return null
  return (
    <section className={styles.ring} role="alertdialog" aria-label={`${name}さんからビデオチャット`}>
      <div className={styles.caller}>
        <Avatar imageId={avatarId} size={56} />
        <div>
          <b>{name}</b>
          <small>ビデオチャットの申し込み</small>
        </div>
      </div>
      <Reward call={call} />
      <div className={styles.two}>
        <Button block size="l" onClick={() => session.hangUp()}>
          見送る
        </Button>
        <Button
          block
          size="l"
          variant="primary"
          icon={Video}
          busy={stage.name === 'answering'}
          onClick={() => {
            allowSound(element)
            session.answer()
          }}
        >
          応答する
        </Button>
      </div>
    </section>
  )
}

const Running = ({
  session,
  view,
  media,
  element,
  name,
}: {
  session: CallSession
  view: CallView
  media: MediaSession
  element: HTMLVideoElement
  name: string
}) => {
  const line = useStore(media.store)
  const playback = usePlayback(element, line)
  const hasPicture = useHasPicture(element, line.remote)
  return (
    <section className={styles.call} aria-label={`${name}さんとのビデオチャット`}>
      <div className={styles.callerPicture}>
        <RemoteMedia element={element} label={`${name}さんの映像`} />
        {hasPicture ? null : (
          <p role="status">{view.stage.name === 'inCall' ? '映像はありません' : 'つないでいます'}</p>
        )}
      </div>
      <div className={styles.callerLine}>
        <StateBadge state="inCall" />
        <b>{name}</b>
        <Elapsed view={view} />
        {view.call ? (
          <SafetyMenu partner={view.call.partner} place="call" callId={view.call.callId} night />
        ) : null}
      </div>
      {playback.isSilenced ? <UnmuteButton onClick={playback.unmute} /> : null}
      <Button icon={PhoneOff} busy={view.stage.name === 'leaving'} onClick={() => session.hangUp()}>
        ビデオチャットを終える
      </Button>
    </section>
  )
}

const Elapsed = ({ view }: { view: CallView }) => {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return <span className="num">{clock(connectedSecAt(view, Math.max(now, view.callReceivedAt)))}</span>
}
