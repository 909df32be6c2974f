import { useEffect, useState } from 'react'
import type { CallKind, CallOrigin } from '#contract/calls/calls.ts'
import { memberIdShape } from '#contract/core/member-id.ts'
import { NotFoundPage } from '#web/layout/status-pages.tsx'
import { useLocation, useNavigate, useParams, useSearchParams } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'
import { tappedPrice } from '#web/ui/points/price-tapped.ts'
import { DarkCallFrame } from './call-frame.tsx'
import { CallRoom } from './call-room.tsx'
import { RandomScreen } from './random-screen.tsx'

/**
 * The price, in points per minute, that was tapped on the page before this one; null without such a tap. The
 * tap counts once: a reload of this page must not ring again.
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
  liveRate,
}: {
  kind: CallKind
  origin: Extract<CallOrigin, 'direct' | 'standby' | 'live'>
  partnerId: string
  tappedRate: number | null
  /** Of the live call over a running room, in points per minute. */
  liveRate?: number
}) => {
  const { status } = useSession({ required: true })
  const me = useMe()
  if (!memberIdShape.test(partnerId)) return <NotFoundPage />
  if (status !== 'authenticated' || me.isPending) return <DarkCallFrame />
  const role = me.data?.role === 'broadcaster' ? 'broadcaster' : 'caller'
  return (
    <CallRoom
      key={`${kind} ${partnerId}`}
      entry={{
        direction: 'outgoing',
        kind,
        // Only a caller arrives from the card of a broadcaster on standby.
        origin: role === 'caller' ? origin : 'direct',
        partnerId,
        role,
        tappedRate,
        ...(liveRate === undefined ? {} : { liveRate }),
      }}
    />
  )
}

/** The live call with a broadcaster who is live, at the price of the room. */
export const LiveCallScreen = ({ partnerId, liveRate }: { partnerId: string; liveRate: number }) => (
  <OutgoingScreen
    kind="video"
    origin="live"
    partnerId={partnerId}
    tappedRate={usePriceTap()}
    liveRate={liveRate}
  />
)

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
/** The call that a card of a broadcaster on standby leads to. */
export const StandbyCallScreen = () => (
  <OutgoingScreen
    kind="video"
    origin="standby"
    partnerId={useParams().partnerId ?? ''}
    tappedRate={usePriceTap()}
  />
)
