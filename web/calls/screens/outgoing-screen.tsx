import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import type { CallKind, CallOrigin } from '#contract/calls/calls.ts'
import { NotFoundPage } from '#web/layout/status-pages.tsx'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'
import { tappedPrice } from '#web/ui/points/price-tapped.ts'
import { DarkCallFrame } from './call-frame.tsx'
import { CallRoom } from './call-room.tsx'
import { RandomScreen } from './random-screen.tsx'

const memberId = /^\d{1,12}$/

/**
 * The price that was tapped to come here, in points per minute; null without one. The tap counts once: a reload of
 * this page must not ring again by itself.
 */
const usePriceTap = (): number | null => {
  const location = useLocation()
  const navigate = useNavigate()
  const [tappedRate] = useState(() => tappedPrice(location.state))
  useEffect(() => {
    if (tappedPrice(location.state) === null) return
    void navigate(`${location.pathname}${location.search}`, { replace: true, state: null })
  }, [location, navigate])
  return tappedRate
}

const OutgoingScreen = ({
  kind,
  origin,
  partnerId,
  tappedRate,
}: {
  kind: CallKind
  origin: Extract<CallOrigin, 'direct' | 'standby'>
  partnerId: string
  tappedRate: number | null
}) => {
  const { status } = useSession({ required: true })
  const me = useMe()
  if (!memberId.test(partnerId)) return <NotFoundPage />
  if (status !== 'authenticated' || me.isPending) return <DarkCallFrame />
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
        tappedRate,
      }}
    />
  )
}

const usePartnerQuery = (): string => useSearchParams()[0].get('partnerId') ?? ''

export const OutgoingVideoScreen = () => {
  const isRandom = useSearchParams()[0].get('random') === '1'
  const tappedRate = usePriceTap()
  const partnerId = usePartnerQuery()
  return isRandom ? (
    <RandomScreen wasTapped={tappedRate !== null} />
  ) : (
    <OutgoingScreen kind="video" origin="direct" partnerId={partnerId} tappedRate={tappedRate} />
  )
}
export const OutgoingVoiceScreen = () => (
  <OutgoingScreen kind="voice" origin="direct" partnerId={usePartnerQuery()} tappedRate={usePriceTap()} />
)
/** The call of a card of somebody on standby. */
export const StandbyCallScreen = () => (
  <OutgoingScreen
    kind="video"
    origin="standby"
    partnerId={useParams().partnerId ?? ''}
    tappedRate={usePriceTap()}
  />
)
