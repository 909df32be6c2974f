import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { CallKind } from '../../contract/calls.ts'
import { useSession } from '../account/session.tsx'
import { useMe } from '../account/use-me.ts'
import { NotFoundPage } from '../shell/status-pages.tsx'
import { wasPriceTapped } from '../ui/price-tapped.ts'
import { CallNight } from './call-frame.tsx'
import { CallRoom } from './call-room.tsx'

const memberId = /^\d{1,12}$/

const OutgoingScreen = ({ kind }: { kind: CallKind }) => {
  const [query] = useSearchParams()
  const { status } = useSession({ required: true })
  const me = useMe()
  const location = useLocation()
  const navigate = useNavigate()
  const [wasTapped] = useState(() => wasPriceTapped(location.state))
  const partnerId = query.get('partnerId') ?? ''

  // The tap counts once: a reload of this page must not ring again by itself.
  useEffect(() => {
    if (!wasPriceTapped(location.state)) return
    void navigate(`${location.pathname}${location.search}`, { replace: true, state: null })
  }, [location, navigate])

  if (!memberId.test(partnerId)) return <NotFoundPage />
  if (status !== 'authenticated' || me.isPending) return <CallNight />
  const role = me.data?.role === 'broadcaster' ? 'broadcaster' : 'caller'
  return (
    <CallRoom
      key={`${kind} ${partnerId}`}
      entry={{ direction: 'outgoing', kind, origin: 'direct', partnerId, role, wasTapped }}
    />
  )
}

export const OutgoingVideoScreen = () => <OutgoingScreen kind="video" />
export const OutgoingVoiceScreen = () => <OutgoingScreen kind="voice" />
