import { useState } from 'react'
import type { LiveRoomView } from '#contract/live/rooms.ts'
import { allowSound, useRemoteElement } from '#web/calls/in-call/remote-media.tsx'
import { DarkCallFrame } from '#web/calls/screens/call-frame.tsx'
import { browserCallPorts } from '#web/calls/session/browser-call-ports.ts'
import type { Visit as ChosenVisit, WatchEntry } from '#web/calls/session/call-entry.ts'
import { CallSession } from '#web/calls/session/call-session.ts'
import type { CallView } from '#web/calls/session/call-view.ts'
import { screenKeyOf } from '#web/calls/session/held-call.ts'
import { useCallOwner } from '#web/calls/session/use-call-owner.ts'
import { useLeaveOnClose } from '#web/calls/session/use-leave-on-close.ts'
import { useStore } from '#web/shell/use-store.ts'
import { LiveCallRing } from '../call/live-call-ring.tsx'
import { AfterVisit } from './after-visit.tsx'
import { Entrance } from './entrance.tsx'
import type { Neighbours } from './room-swipe.ts'
import { Watching } from './watching.tsx'

interface VisitProps {
  room: LiveRoomView
  neighbours: Neighbours
  /** Another visit, after this one has ended. */
  onAgain: () => void
}

/** The session of one visit; leaving its page ends it, and a reload continues it. */
class VisitOwner {
  readonly session: CallSession

  constructor(entry: WatchEntry) {
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

/** One visit of a live room, from its entrance to how it ended. */
export const Visit = (props: VisitProps) => {
  const { roomId, broadcaster } = props.room
  const [entry] = useState<WatchEntry>(() => ({
    direction: 'watch',
    kind: 'video',
    origin: 'sideWatch',
    partnerId: broadcaster.id,
    role: 'caller',
    roomId,
  }))
  const screenKey = screenKeyOf(entry)
  const element = useRemoteElement(screenKey)
  const owner = useCallOwner(
    screenKey,
    () => new VisitOwner(entry),
    () => null,
  )
  return owner ? <Stages {...props} session={owner.session} element={element} /> : <DarkCallFrame />
}

const isOver = ({ stage }: CallView): boolean =>
  stage.name === 'ended' || stage.name === 'left' || stage.name === 'elsewhere'

const nowhere: Neighbours = { previous: null, next: null }

const Stages = (props: VisitProps & { session: CallSession; element: HTMLVideoElement }) => {
  const view = useStore(props.session.store)
  /** The price of the live call that was tapped, in points per minute; null: none rings. */
  const [callRate, setCallRate] = useState<number | null>(null)
  const [chosen, setChosen] = useState<ChosenVisit | null>(null)
  useLeaveOnClose(props.session)
  // The ring goes on when the visit ends meanwhile, so it is rendered beside all stages.
  return (
    <>
      {callRate !== null && isOver(view) ? (
        <DarkCallFrame />
      ) : (
        <Stage
          {...props}
          neighbours={callRate === null ? props.neighbours : nowhere}
          view={view}
          chosen={chosen}
          onChoose={setChosen}
          onCall={callRate === null ? setCallRate : null}
        />
      )}
      {callRate === null ? null : (
        <LiveCallRing
          broadcaster={props.room.broadcaster}
          ratePointsPerMin={callRate}
          onClose={() => setCallRate(null)}
        />
      )}
    </>
  )
}

const Stage = ({
  room,
  neighbours,
  onAgain,
  session,
  element,
  view,
  chosen,
  onChoose,
  onCall,
}: VisitProps & {
  session: CallSession
  element: HTMLVideoElement
  view: CallView
  chosen: ChosenVisit | null
  onChoose: (visit: ChosenVisit) => void
  onCall: ((ratePointsPerMin: number) => void) | null
}) => {
  const { stage, media } = view
  if (isOver(view))
    return <AfterVisit room={room} neighbours={neighbours} view={view} visit={chosen} onAgain={onAgain} />
  if (media)
    return (
      <Watching
        room={room}
        neighbours={neighbours}
        session={session}
        view={view}
        media={media}
        element={element}
        visit={chosen}
        onCall={onCall}
      />
    )
  if (stage.name === 'looking') return <DarkCallFrame />
  return (
    <Entrance
      room={room}
      neighbours={neighbours}
      isEntering={stage.name === 'requesting' || stage.name === 'connecting'}
      problem={stage.name === 'refused' ? stage.message : null}
      onEnter={(visit) => {
        allowSound(element)
        onChoose(visit)
        session.enterRoom(visit)
      }}
    />
  )
}
