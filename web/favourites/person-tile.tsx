import { Suspense, useState } from 'react'
import type { CallKind } from '#contract/calls/calls.ts'
import type { PersonCard as Person } from '#contract/people/people.ts'
import { nextSlotLabel } from '#domain/people/next-slot.ts'
import {
  type CallOffer,
  callOffers,
  oneTapOffer,
  standbyCallPath,
  wantedCall,
} from '#web/people/call-offer.ts'
import { useViewerRole } from '#web/people/use-viewer-role.ts'
import { SafetyMenu } from '#web/safety/safety-menu.tsx'
import { registerFor } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PersonCard } from '#web/ui/person/person-card.tsx'
import { CallButton } from '#web/ui/points/call-button.tsx'
import { useFavourite } from './favourite.ts'

const AlertDialog = lazyPart(async () => (await import('#web/ui/dialog/alert-dialog.tsx')).AlertDialog)

const AvailabilityButton = lazyPart(
  async () => (await import('#web/people/availability-button.tsx')).AvailabilityButton,
)

const cardCall = (offer: CallOffer, person: Person) => {
  const { kind, ratePointsPerMin, way } = offer
  const to = standbyCallPath(kind, person.id)
  return {
    kind,
    ratePointsPerMin,
    ...(way === 'dial' ? { to } : {}),
    ...(way === 'register' ? { onPress: () => registerFor(wantedCall(offer, person.name, to)) } : {}),
  }
}

/** A person's card with a call button, by `kind` where that person accepts it, a favourite mark and a profile link. */
export const PersonTile = ({
  person,
  eager,
  kind,
}: {
  person: Person
  eager: boolean
  kind?: CallKind | undefined
}) => {
  const { data: session } = useSession()
  const favourite = useFavourite(person.id, person.bookmark)
  const { nextStandbyAt } = person
  const isOffline = person.state === 'offline'
  const offer = oneTapOffer(callOffers(person, useViewerRole()), kind)
  return (
    <>
      <PersonCard
        person={{ ...person, bookmark: favourite.bookmark }}
        next={isOffline && nextStandbyAt ? nextSlotLabel(Date.parse(nextStandbyAt), Date.now()) : null}
        to={paths.profile(person.id)}
        call={offer && cardCall(offer, person)}
        instead={
          person.state === 'live' ? (
            <ButtonLink variant="tonal" block to={paths.channel(person.id)}>
              配信を見る<span className="vh">：{person.name}さん</span>
            </ButtonLink>
          ) : offer?.way === 'wait' ? (
            <Waiting person={person} offer={offer} />
          ) : null
        }
        // Members can't favourite themselves.
        {...(session?.user.id === person.id ? {} : { onToggleFavourite: favourite.toggle })}
        favouriteLocked={favourite.locked}
        eager={eager}
        menu={<SafetyMenu partner={person} place="card" isOneOfMany />}
      />
      <FavouriteAlert alert={favourite.alert} onClose={favourite.dismissAlert} />
    </>
  )
}

/** 空いたら知らせる; the price is there until its part is loaded, which the first page doesn't wait for. */
const Waiting = ({ person, offer }: { person: Person; offer: CallOffer }) => (
  <Suspense
    fallback={
      <CallButton
        kind={offer.kind}
        ratePointsPerMin={offer.ratePointsPerMin}
        name={person.name}
        variant="wait"
      />
    }
  >
    <AvailabilityButton person={person} />
  </Suspense>
)

/** A refused favourite. Its dialog loads with the first. */
export const FavouriteAlert = ({ alert, onClose }: { alert: string | null; onClose: () => void }) => {
  const [wasShown, setWasShown] = useState(false)
  if (alert !== null && !wasShown) setWasShown(true)
  if (!wasShown) return null
  return (
    <Suspense fallback={null}>
      <AlertDialog open={alert !== null} onClose={onClose} title="お気に入り" message={alert ?? ''} />
    </Suspense>
  )
}
