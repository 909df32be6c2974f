import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CallTokens } from '#contract/calls/calls.ts'
import type { OwnLive } from '#contract/live/rooms.ts'
import { DarkCallFrame } from '#web/calls/screens/call-frame.tsx'
import { useLeaveOnClose } from '#web/calls/session/use-leave-on-close.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useNavigate } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { GoLive } from './go-live.tsx'
import type { LiveSource } from './live-draft.ts'
import { OnAir } from './on-air.tsx'
import { useMyLive, useMyLiveCache } from './studio-queries.ts'
import { studioStage } from './studio-stage.ts'
import { useStudioMedia } from './use-studio-media.ts'

/** /base/live: a broadcaster goes live here and is on air here. */
export const LiveStudioPage = () => {
  const { status } = useSession({ required: true })
  const me = useMe()
  if (status !== 'authenticated' || me.isPending) return <DarkCallFrame />
  if (me.data?.role === 'broadcaster') return <Studio />
  return (
    <SubPage title="配信" back={paths.base()}>
      {me.data ? (
        <EmptyState
          title="配信できるのは配信者の方です"
          action={
            <ButtonLink to={paths.base()} variant="primary">
              配信者になる
            </ButtonLink>
          }
        />
      ) : (
        <QueryError query={me} />
      )}
    </SubPage>
  )
}

/** The room that this page has, and with which tokens; `id` null: another page took it. */
interface HeldRoom {
  id: string | null
  tokens: CallTokens | null
}

const Studio = () => {
  const query = useMyLive()
  const cache = useMyLiveCache()
  const navigate = useNavigate()
  const [held, setHeld] = useState<HeldRoom | null>(null)
  const [source, setSource] = useState<LiveSource>('browser')
  const { data } = query
  const stage = data
    ? studioStage(data.live, held === null ? null : held.id === data.live?.room.roomId)
    : null
  const shown = useLast(data?.live ?? null)
  const sends =
    stage === 'prepare' ? source === 'browser' : stage === 'onAir' && data?.live?.source === 'browser'
  const devices = useStudioMedia(sends)
  const { media } = devices
  useLeaveOnClose({ leavePage: () => media?.close({ keepalive: true }) })
  const goToSummary = (roomId: string) => void navigate(paths.liveSummary(roomId), { replace: true })
  // It ended elsewhere, by an operator or at the day's limit.
  const endedId = data?.live === null && shown !== null ? shown.room.roomId : null
  const leaveEnded = useEffectEvent((roomId: string) => goToSummary(roomId))
  useEffect(() => {
    if (endedId) leaveEnded(endedId)
  }, [endedId])
  // A page that took over by itself has the room from then on.
  const takenId = stage === 'onAir' && held === null ? (data?.live?.room.roomId ?? null) : null
  useEffect(() => {
    if (takenId) setHeld({ id: takenId, tokens: null })
  }, [takenId])
  if (!data || endedId)
    return query.isError && !data ? (
      <SubPage title="配信" back={paths.base()}>
        <QueryError query={query} />
      </SubPage>
    ) : (
      <DarkCallFrame />
    )
  if (data.live === null)
    return (
      <GoLive
        offered={data}
        devices={devices}
        source={source}
        onSource={setSource}
        onLive={({ live, ...tokens }) => {
          setHeld({ id: live.room.roomId, tokens })
          cache.set(live)
        }}
      />
    )
  if (stage === 'elsewhere')
    return <Elsewhere onTake={() => setHeld({ id: data.live?.room.roomId ?? null, tokens: null })} />
  return (
    <OnAir
      key={data.live.room.roomId}
      live={data.live}
      devices={devices}
      firstTokens={held?.tokens ?? null}
      onTaken={() => setHeld({ id: null, tokens: null })}
      onEnded={goToSummary}
    />
  )
}

/** The last room that ran while this page was open. */
const useLast = (live: OwnLive | null): OwnLive | null => {
  const [last, setLast] = useState(live)
  const before = useRef(live)
  useEffect(() => {
    if (live && before.current?.room.roomId !== live.room.roomId) setLast(live)
    before.current = live ?? before.current
  }, [live])
  return live ?? last
}

const Elsewhere = ({ onTake }: { onTake: () => void }) => (
  <SubPage title="配信中" back={paths.base()}>
    <EmptyState
      title="配信は別の画面で続いています"
      action={
        <Button variant="primary" onClick={onTake}>
          この画面で続ける
        </Button>
      }
    >
      この画面で続けると、映像はこの画面のカメラに切りかわります。
    </EmptyState>
  </SubPage>
)
