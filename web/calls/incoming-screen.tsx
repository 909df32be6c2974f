import { useMemo } from 'react'
import { useParams } from 'react-router'
import type { CallKind } from '#contract/calls.ts'
import { useSession } from '#web/account/session.tsx'
import { useMe } from '#web/account/use-me.ts'
import { NotFoundPage } from '#web/shell/status-pages.tsx'
import { CallNight } from './call-frame.tsx'
import { CallRoom } from './call-room.tsx'
import { callStorage } from './call-storage.ts'

const memberId = /^\d{1,12}$/

const IncomingScreen = ({ kind }: { kind: CallKind }) => {
  const { partnerId = '' } = useParams()
  const { status } = useSession({ required: true })
  const me = useMe()
  const stored = useMemo(() => callStorage.incomingCallFrom(partnerId), [partnerId])
  if (!memberId.test(partnerId)) return <NotFoundPage />
  if (status !== 'authenticated' || me.isPending) return <CallNight />
  const role = me.data?.role === 'broadcaster' ? 'broadcaster' : 'caller'
  return (
    <CallRoom
      key={`${kind} ${partnerId}`}
      entry={{
        direction: 'incoming',
        kind,
        origin: stored?.isRandom ? 'random' : 'direct',
        partnerId,
        role,
        callId: stored?.channelId ?? null,
      }}
    />
  )
}

export const IncomingVideoScreen = () => <IncomingScreen kind="video" />
export const IncomingVoiceScreen = () => <IncomingScreen kind="voice" />
