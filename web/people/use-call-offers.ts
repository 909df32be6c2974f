import { useMemo } from 'react'
import { type CallOffer, callOffers, offersToCaller } from './call-offer.ts'
import { useMyStandby, useProfile } from './queries.ts'
import { useViewerRole } from './use-viewer-role.ts'

/** The calls the viewer may start with a member; none until it is known, or where none may start. */
export const useCallOffers = (partnerId: string): readonly CallOffer[] => {
  const viewerRole = useViewerRole()
  const person = useProfile(partnerId).data
  const rates = useMyStandby(viewerRole === 'broadcaster').data?.rates
  return useMemo(() => {
    if (!person?.callable) return []
    return person.role === 'broadcaster'
      ? callOffers(person, viewerRole)
      : offersToCaller(rates, person.state)
  }, [person, viewerRole, rates])
}
