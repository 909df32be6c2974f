import { useMemo } from 'react'
import type { CallKind } from '#contract/calls/calls.ts'
import { memberIdShape } from '#contract/core/member-id.ts'
import { NotFoundPage } from '#web/layout/status-pages.tsx'
import { useParams } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'
import { storedRing } from '../ringing/stored-ring.ts'
import { DarkCallFrame } from './call-frame.tsx'
import { CallRoom } from './call-room.tsx'

const IncomingScreen = ({ kind, isLive = false }: { kind: CallKind; isLive?: boolean }) => {
  const { partnerId = '' } = useParams()
  const { status } = useSession({ required: true })
  const me = useMe()
  const stored = useMemo(() => storedRing.from(partnerId), [partnerId])
  if (!memberIdShape.test(partnerId)) return <NotFoundPage />
  if (status !== 'authenticated' || me.isPending) return <DarkCallFrame />
  const role = me.data?.role === 'broadcaster' ? 'broadcaster' : 'caller'
  return (
    <CallRoom
      key={`${kind} ${partnerId}`}
      entry={{
        direction: 'incoming',
        kind,
        origin: isLive ? 'live' : stored?.isRandom ? 'random' : 'direct',
        partnerId,
        role,
        callId: stored?.channelId ?? null,
      }}
    />
  )
}

export const IncomingVideoScreen = () => <IncomingScreen kind="video" />
/** A live call over the broadcaster's running room. */
export const IncomingLiveScreen = () => <IncomingScreen kind="video" isLive />
export const IncomingVoiceScreen = () => <IncomingScreen kind="voice" />
