import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import type { CallKind, CallOrigin } from '../../contract/calls.ts'
import { useSession } from '../account/session.tsx'
import { useMe } from '../account/use-me.ts'
import { NotFoundPage } from '../shell/status-pages.tsx'
import { wasPriceTapped } from '../ui/price-tapped.ts'
import { CallNight } from './call-frame.tsx'
import { CallRoom } from './call-room.tsx'

const memberId = /^\d{1,12}$/

/** Whether a price led here. The tap counts once: a reload of this page must not ring again by itself. */
const usePriceTap = (): boolean => {
  const location = useLocation()
  const navigate = useNavigate()
  const [wasTapped] = useState(() => wasPriceTapped(location.state))
  useEffect(() => {
    if (!wasPriceTapped(location.state)) return
    void navigate(`${location.pathname}${location.search}`, { replace: true, state: null })
  }, [location, navigate])
  return wasTapped
}

const OutgoingScreen = ({
  kind,
  origin,
  partnerId,
}: {
  kind: CallKind
  origin: Extract<CallOrigin, 'direct' | 'standby'>
  partnerId: string
}) => {
  const { status } = useSession({ required: true })
  const me = useMe()
  const wasTapped = usePriceTap()
  if (!memberId.test(partnerId)) return <NotFoundPage />
  if (status !== 'authenticated' || me.isPending) return <CallNight />
  const role = me.data?.role === 'broadcaster' ? 'broadcaster' : 'caller'
  return (
    <CallRoom
      key={`${kind} ${partnerId}`}
      entry={{
        direction: 'outgoing',
        kind,
        // Only a caller comes from a card of somebody on standby.
        origin: role === 'caller' ? origin : 'direct',
        partnerId,
        role,
        wasTapped,
      }}
    />
  )
}

const usePartnerQuery = (): string => useSearchParams()[0].get('partnerId') ?? ''

export const OutgoingVideoScreen = () => (
  <OutgoingScreen kind="video" origin="direct" partnerId={usePartnerQuery()} />
)
export const OutgoingVoiceScreen = () => (
  <OutgoingScreen kind="voice" origin="direct" partnerId={usePartnerQuery()} />
)
/** The call of a card of somebody on standby. */
export const StandbyCallScreen = () => (
  <OutgoingScreen kind="video" origin="standby" partnerId={useParams().partnerId ?? ''} />
)
