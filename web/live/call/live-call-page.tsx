import { useState } from 'react'
import { memberIdShape } from '#contract/core/member-id.ts'
import { DarkCallFrame } from '#web/calls/screens/call-frame.tsx'
import { LiveCallScreen } from '#web/calls/screens/outgoing-screen.tsx'
import { NotFoundPage } from '#web/layout/status-pages.tsx'
import { useParams, useSearchParams } from '#web/router/router.ts'
import { useLiveRoom } from '../queries.ts'
import { NoRoom } from '../watch/no-room.tsx'

/** The live call with a broadcaster who is live: /outgoing/video-chat?partnerId= and /profile/live-broadcaster/{id}. */
export const LiveCallPage = () => {
  const byPath = useParams().partnerId
  const byQuery = useSearchParams()[0].get('partnerId')
  const partnerId = byPath ?? byQuery ?? ''
  return memberIdShape.test(partnerId) ? <LiveCall key={partnerId} partnerId={partnerId} /> : <NotFoundPage />
}

const LiveCall = ({ partnerId }: { partnerId: string }) => {
  const query = useLiveRoom(partnerId)
  // The price of the first answer stays: neither a ring nor a running call ends when the broadcaster asks for no other.
  const [first, setFirst] = useState<number | null>(null)
  const rate = first ?? query.data?.room.rates.call
  if (first === null && rate !== null && rate !== undefined) setFirst(rate)
  if (rate === undefined)
    return query.isError ? <NoRoom broadcasterId={partnerId} query={query} /> : <DarkCallFrame />
  if (rate === null) return <NoRoom broadcasterId={partnerId} />
  return <LiveCallScreen partnerId={partnerId} liveRate={rate} />
}
