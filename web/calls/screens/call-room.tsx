import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CallRole, CallSnapshot } from '#contract/calls/calls.ts'
import { type CallTexts, callTextsFor, callTypeOf } from '#domain/calls/texts.ts'
import { PartnerAlert } from '#web/people/partner-alert.tsx'
import { usePartnerInfo, useProfile } from '#web/people/queries.ts'
import { useBlocker, useNavigate } from '#web/router/router.ts'
import { myCallKey } from '#web/session/my-call.ts'
import { pointsKey } from '#web/session/use-points.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { peopleKey } from '#web/shell/query-keys.ts'
import { useStore } from '#web/shell/use-store.ts'
import { callKindLongText } from '#web/text/states.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { avatarUrl } from '#web/ui/person/images.ts'
import { Blocked, Dialling, Incoming, Refused } from '../before-call/before-call.tsx'
import { allowSound, useRemoteElement } from '../in-call/remote-media.tsx'
import { VideoCall } from '../in-call/video-call.tsx'
import { VoiceCall } from '../in-call/voice-call.tsx'
import { browserCallPorts } from '../session/browser-call-ports.ts'
import type { CallEntry } from '../session/call-entry.ts'
import { CallSession } from '../session/call-session.ts'
import { callStorage } from '../session/call-storage.ts'
import type { CallPartner } from '../session/call-view.ts'
import { type CallStage, type CallView, needsLeaveConfirmation } from '../session/call-view.ts'
import { useLeaveOnClose } from '../session/use-leave-on-close.ts'
import { DarkCallFrame } from './call-frame.tsx'
import styles from './call-room.module.css'

/** One session for each mounted screen; React's double mount in development creates only one. */
const useCallSession = (entry: CallEntry): CallSession | null => {
  const [session, setSession] = useState<CallSession | null>(null)
  const make = useEffectEvent(() => new CallSession(browserCallPorts, entry))
  useEffect(() => {
    let made: CallSession | null = null
    const timer = setTimeout(() => {
      made = make()
      setSession(made)
      made.start()
    })
    return () => {
      clearTimeout(timer)
      made?.dispose()
    }
  }, [])
  return session
}

/** Name, portrait and prices, from the partner info, the call or the profile, whichever is loaded. */
const usePerson = (entry: CallEntry, view: CallView | null) => {
  const partner = usePartnerInfo(entry.partnerId)
  const profile = useProfile(entry.partnerId)
  const known = view?.call?.partner
  const person: CallPartner = {
    name: partner.data?.userName ?? known?.name ?? profile.data?.name ?? '',
    avatarId: partner.data?.avatarId ?? known?.avatarId ?? profile.data?.avatarId ?? null,
    rates: profile.data?.rates ?? null,
  }
  return { person, hasFailed: partner.isLoadingError }
}

const titles: Partial<Record<CallStage['name'], string>> = { ringing: '発信中' }

/** Every call screen, from its first moment to the modal after the call. */
export const CallRoom = ({ entry }: { entry: CallEntry }) => {
  const session = useCallSession(entry)
  const element = useRemoteElement()
  return session ? <Room session={session} entry={entry} element={element} /> : <DarkCallFrame />
}

/** `isTakenOver`: after a call that ended this way, the screen around it continues by itself. */
export const Room = ({
  session,
  entry,
  element,
  isTakenOver,
}: {
  session: CallSession
  entry: CallEntry
  element: HTMLVideoElement
  isTakenOver?: (call: CallSnapshot) => boolean
}) => {
  const view = useStore(session.store)
  const { person, hasFailed } = usePerson(entry, view)
  const { stage } = view
  const navigate = useNavigate()
  // Without a call there is no reason to stay.
  const goHome = () => {
    if (view.call === null) void navigate(paths.home(), { replace: true })
  }
  usePageTitle(titles[stage.name] ?? callKindLongText[entry.kind])
  useLeaveOnClose(session)
  useShownAfterwards(stage.name === 'inCall', entry.role, person.avatarId)
  useAfterCall(view.call && isTakenOver?.(view.call) ? null : stage, entry)
  useRefreshAfterRefusal(stage)
  return (
    <>
      <Screen session={session} view={view} person={person} entry={entry} element={element} />
      <StopModal session={session} view={view} entry={entry} />
      <PartnerAlert hasFailed={hasFailed} onRead={goHome} />
    </>
  )
}

const Screen = ({
  session,
  view,
  person,
  entry,
  element,
}: {
  session: CallSession
  view: CallView
  person: CallPartner
  entry: CallEntry
  element: HTMLVideoElement
}) => {
  const { stage, media } = view
  const { kind } = entry
  const isCaller = (view.call?.role ?? entry.role) === 'caller'
  const onTap = () => allowSound(element)
  const before = { session, view, person, kind, origin: entry.origin, isCaller, onTap }
  if (media) {
    const running = { session, view, media, person }
    return (view.call?.live.kind ?? kind) === 'video' ? (
      <VideoCall {...running} element={element} />
    ) : (
      <VoiceCall {...running} element={element} />
    )
  }
  if (stage.name === 'blocked') return <Blocked {...before} stage={stage} />
  if (stage.name === 'refused') return <Refused {...before} stage={stage} />
  return entry.direction === 'incoming' ? <Incoming {...before} /> : <Dialling {...before} />
}

const pageAfterwards = {
  caller: () => import('#web/profile/profile-page.tsx'),
  broadcaster: () => import('#web/studio/base-page.tsx'),
} as const

/**
 * What the modals show is fetched during the call: a call that ends for lack of a network couldn't fetch it
 * then.
 */
const useShownAfterwards = (isRunning: boolean, role: CallRole, avatarId: string | null): void => {
  useEffect(() => {
    if (isRunning)
      Promise.all([pageAfterwards[role](), import('../after-call/post-call-modal.tsx')]).catch(
        () => undefined,
      )
  }, [isRunning, role])
  useEffect(() => {
    if (isRunning && avatarId) new Image().src = avatarUrl(avatarId, 180)
  }, [isRunning, avatarId])
}

/**
 * Afterwards a caller goes to the broadcaster's profile and a broadcaster to the base page; the modal shows
 * how it ended.
 */
const useAfterCall = (stage: CallStage | null, entry: CallEntry): void => {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const goOn = useEffectEvent(() => {
    if (stage?.name !== 'ended' && stage?.name !== 'left' && stage?.name !== 'elsewhere') return
    if (stage.name === 'ended') callStorage.storeCallEnded(stage.info)
    if (stage.name === 'elsewhere') void showToast({ title: '通話は別の画面で続いています' })
    else callStorage.clearIncomingCall()
    void queryClient.invalidateQueries({ queryKey: pointsKey })
    if (stage.name === 'ended') queryClient.setQueryData(myCallKey, null)
    void queryClient.invalidateQueries({ queryKey: myCallKey })
    // The broadcaster's state was different during the call.
    void queryClient.invalidateQueries({ queryKey: peopleKey })
    const to = entry.role === 'broadcaster' ? paths.base() : paths.profile(entry.partnerId)
    void navigate(stage.name === 'elsewhere' ? paths.home() : to, { replace: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once a stage, not with each render
  useEffect(() => goOn(), [stage])
}

/** After a refusal the shown data is out of date: the broadcaster's price or state is fetched again. */
const useRefreshAfterRefusal = (stage: CallStage): void => {
  const queryClient = useQueryClient()
  const isRefused = stage.name === 'refused'
  useEffect(() => {
    if (isRefused) void queryClient.invalidateQueries({ queryKey: peopleKey })
  }, [isRefused, queryClient])
}

/** The stop-modal text begins with a question; the rest is the consequence. */
const stopTexts = ({ stopModal }: CallTexts) => {
  const end = stopModal.indexOf('？') + 1
  return { question: stopModal.slice(0, end), consequence: stopModal.slice(end) }
}

/** Leaving the page ends the call, so the member is asked first. */
const StopModal = ({ session, view, entry }: { session: CallSession; view: CallView; entry: CallEntry }) => {
  const asksFirst = needsLeaveConfirmation(view.stage)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => asksFirst && nextLocation.pathname !== currentLocation.pathname,
  )
  const isRinging = view.stage.name === 'ringing'
  const stay = () => blocker.reset?.()
  const texts = callTextsFor(
    callTypeOf({
      kind: entry.kind,
      dialled: entry.direction === 'outgoing',
      origin: view.call?.origin ?? entry.origin,
    }),
    view.call?.role ?? entry.role,
  )
  const { question, consequence } = stopTexts(texts)
  return (
    <Modal
      open={blocker.state === 'blocked' && asksFirst}
      onClose={stay}
      title={isRinging ? '発信をやめますか？' : question}
      closeButton={false}
      align="center"
      night
    >
      {isRinging ? null : <p className={styles.stop}>{consequence}</p>}
      <div className={styles.two}>
        <Button block data-autofocus onClick={stay}>
          {isRinging ? '発信を続ける' : '通話を続ける'}
        </Button>
        <Button
          block
          variant="primary"
          onClick={() => {
            stay()
            session.hangUp()
          }}
        >
          {isRinging ? '発信をやめる' : '通話を終える'}
        </Button>
      </div>
    </Modal>
  )
}
