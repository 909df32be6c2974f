import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CallRole, CallSnapshot } from '#contract/calls/calls.ts'
import { PartnerAlert } from '#web/people/partner-alert.tsx'
import { usePartnerInfo, useProfile } from '#web/people/queries.ts'
import { useBlocker } from '#web/router/router.ts'
import { myCallKey } from '#web/session/my-call.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { peopleKey } from '#web/shell/query-keys.ts'
import { useStore } from '#web/shell/use-store.ts'
import { callKindLongText } from '#web/text/states.ts'
import { avatarUrl } from '#web/ui/person/images.ts'
import { useAfterCall } from '../after-call/use-after-call.ts'
import { Blocked, Dialling, Incoming, Refused } from '../before-call/before-call.tsx'
import { EarlyPicture } from '../before-call/early-picture.tsx'
import { allowSound, useRemoteElement } from '../in-call/remote-media.tsx'
import { VideoCall } from '../in-call/video-call.tsx'
import { VoiceCall } from '../in-call/voice-call.tsx'
import { browserCallPorts } from '../session/browser-call-ports.ts'
import { type CallEntry, callIdOf } from '../session/call-entry.ts'
import { CallSession } from '../session/call-session.ts'
import {
  type CallPartner,
  type CallStage,
  type CallView,
  isDialling,
  isRunning,
} from '../session/call-view.ts'
import { screenKeyOf } from '../session/held-call.ts'
import { useCallOwner } from '../session/use-call-owner.ts'
import { useLeaveOnClose } from '../session/use-leave-on-close.ts'
import { CallBar } from './call-bar.tsx'
import { DarkCallFrame } from './call-frame.tsx'
import { StopModal } from './stop-modal.tsx'
import { useIsCallScreenDue } from './use-call-screen-due.ts'
import { useLeaveCallScreen } from './use-leave-call-screen.ts'

/**
 * Name, portrait and prices, from the partner info, the call or the profile, whichever is loaded. What the call or the
 * page before tells needs no request while the call is being connected; the modals after it show the partner info.
 */
const usePerson = (entry: CallEntry, view: CallView) => {
  const isOutgoing = entry.direction === 'outgoing'
  const profile = useProfile(entry.partnerId, isOutgoing)
  const known = view.call?.partner
  // The events that tell of a ring bring its partner.
  const [isTold] = useState(() => browserCallPorts.ringsHere(callIdOf(entry)))
  const isKnown = isTold || known !== undefined || profile.data !== undefined
  const partner = usePartnerInfo(entry.partnerId, !isKnown || view.stage.name === 'inCall')
  const person: CallPartner = {
    name: partner.data?.userName ?? known?.name ?? profile.data?.name ?? '',
    avatarId: partner.data?.avatarId ?? known?.avatarId ?? profile.data?.avatarId ?? null,
    rates:
      entry.direction === 'outgoing' && entry.liveRate !== undefined
        ? { video: entry.liveRate, voice: null }
        : (profile.data?.rates ?? null),
  }
  return { person, hasFailed: partner.isLoadingError }
}

const titles: Partial<Record<CallStage['name'], string>> = { ringing: '発信中' }

/** Every call screen, from its first moment to the modal after the call. */
export const CallRoom = ({ entry }: { entry: CallEntry }) => {
  const queryClient = useQueryClient()
  const screenKey = screenKeyOf(entry)
  const element = useRemoteElement(screenKey)
  const session = useCallOwner(
    screenKey,
    () => new CallSession(browserCallPorts, entry, queryClient.getQueryData(myCallKey)),
    (owner) =>
      isRunning(owner.store.get().stage)
        ? { screenKey, owner, session: owner, entry, element, Bar: CallBar }
        : null,
  )
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
  const leave = useLeaveCallScreen()
  // Without a call there is no reason to stay.
  const goAway = () => {
    if (view.call !== null) return
    const isIncoming = entry.direction === 'incoming'
    leave({ to: paths.home(), partnerId: null, staysPut: true, isIncoming })
  }
  usePageTitle(titles[stage.name] ?? callKindLongText[entry.kind])
  useLeaveOnClose(session)
  useShownLater(stage.name === 'inCall', entry.role, person.avatarId)
  useAfterCall(view.call && isTakenOver?.(view.call) ? null : stage, view.call, entry)
  useRefreshAfterRefusal(stage)
  return (
    <>
      <Screen session={session} view={view} person={person} entry={entry} element={element} />
      <RingStopModal session={session} view={view} />
      <PartnerAlert hasFailed={hasFailed} onRead={goAway} />
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
  const isDue = useIsCallScreenDue(view, element, view.call?.live.kind ?? kind)
  const onTap = () => allowSound(element)
  const early =
    kind === 'video' && view.early ? (
      <EarlyPicture element={element} stream={view.early} name={person.name} />
    ) : null
  const before = { session, early, view, person, kind, origin: entry.origin, isCaller, onTap }
  if (media && isDue) {
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
  broadcaster: () => import('#web/base/base-page.tsx'),
} as const

/**
 * What a call may open later, and what the modals show after it, is fetched during the call: one that ends for lack of a
 * network couldn't fetch it then, and a release that comes meanwhile takes the files of this page away.
 */
const useShownLater = (isRunning: boolean, role: CallRole, avatarId: string | null): void => {
  useEffect(() => {
    if (isRunning)
      Promise.all([
        pageAfterwards[role](),
        import('./later-parts.ts').then((parts) => parts.loadLaterParts()),
      ]).catch(() => undefined)
  }, [isRunning, role])
  useEffect(() => {
    if (isRunning && avatarId) new Image().src = avatarUrl(avatarId, 180)
  }, [isRunning, avatarId])
}

/** After a refusal the shown data is out of date: the broadcaster's price or state is fetched again. */
const useRefreshAfterRefusal = (stage: CallStage): void => {
  const queryClient = useQueryClient()
  const isRefused = stage.name === 'refused'
  useEffect(() => {
    if (isRefused) void queryClient.invalidateQueries({ queryKey: peopleKey })
  }, [isRefused, queryClient])
}

/** Leaving the page ends the own ring, so the dialler is asked first. A running call continues in its bar. */
const RingStopModal = ({ session, view }: { session: CallSession; view: CallView }) => {
  const isRinging = isDialling(view.stage)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isRinging && nextLocation.pathname !== currentLocation.pathname,
  )
  const stay = () => blocker.reset?.()
  return (
    <StopModal
      open={blocker.state === 'blocked' && isRinging}
      title="発信をやめますか？"
      goOn="発信を続ける"
      stop="発信をやめる"
      onGoOn={stay}
      onStop={() => {
        stay()
        session.hangUp()
      }}
    />
  )
}
