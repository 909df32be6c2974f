import { useState } from 'react'
import { memberIdShape } from '#contract/core/member-id.ts'
import type { LiveRoomView } from '#contract/live/rooms.ts'
import { DarkCallFrame } from '#web/calls/screens/call-frame.tsx'
import { NotFoundPage } from '#web/layout/status-pages.tsx'
import { usePresenceEvents } from '#web/people/use-presence-events.ts'
import { useParams } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { isNotFound } from '#web/shell/query.ts'
import { useLiveRoom } from '../queries.ts'
import { Entrance } from './entrance.tsx'
import { NoRoom } from './no-room.tsx'
import type { Neighbours } from './room-swipe.ts'
import { Visit } from './visit.tsx'

/** /profile/channel/{id}: a broadcaster's live room, before, while and after it is watched. */
export const WatchPage = () => {
  const { partnerId = '' } = useParams()
  return memberIdShape.test(partnerId) ? <Room key={partnerId} broadcasterId={partnerId} /> : <NotFoundPage />
}

const Room = ({ broadcasterId }: { broadcasterId: string }) => {
  const { status } = useSession()
  const query = useLiveRoom(broadcasterId)
  const name = query.data?.room.broadcaster.name
  usePresenceEvents()
  usePageTitle(name ? `${name}さんの配信` : '配信')
  const isGone = isNotFound(query.error)
  if (isGone && !query.data) return <NoRoom broadcasterId={broadcasterId} />
  if (!query.data)
    return query.isError ? <NoRoom broadcasterId={broadcasterId} query={query} /> : <DarkCallFrame />
  const { room, previous, next } = query.data
  const neighbours = { previous, next }
  return status === 'authenticated' ? (
    <Visits room={room} neighbours={neighbours} />
  ) : (
    <Entrance room={room} neighbours={neighbours} onEnter={null} />
  )
}

/** Each visit is a call of its own, with a receipt of its own. */
const Visits = ({ room, neighbours }: { room: LiveRoomView; neighbours: Neighbours }) => {
  const [number, setNumber] = useState(0)
  return (
    <Visit
      key={`${room.roomId} ${number}`}
      room={room}
      neighbours={neighbours}
      onAgain={() => setNumber(number + 1)}
    />
  )
}
