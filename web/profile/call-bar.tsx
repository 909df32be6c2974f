import { MessageCircle } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { CallKind } from '#contract/calls/calls.ts'
import type { PresenceState, Profile } from '#contract/people/people.ts'
import { AvailabilityButton } from '#web/people/availability-button.tsx'
import {
  type CallOffer,
  callOffers,
  offersToCaller,
  outgoingPath,
  wantedCall,
} from '#web/people/call-offer.ts'
import { useMyStandby } from '#web/people/queries.ts'
import { useViewerRole } from '#web/people/use-viewer-role.ts'
import { registerFor } from '#web/session/account-dialog-state.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useIsDesktop } from '#web/shell/use-is-desktop.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CallButton } from '#web/ui/points/call-button.tsx'
import styles from './call-bar.module.css'
import { VideoRequestButton } from './video-request-button.tsx'

/** Why nobody can call this person now; the text is shown over disabled buttons. */
const reasons = {
  standby: null,
  inCall: 'いま通話中です',
  live: 'いま配信中です',
  offline: 'いまはオフラインです',
} as const satisfies Record<PresenceState, string | null>

/** Shown where the calls start: below the buttons of a desktop, on the page of a phone. */
export const fairness = 'つながってから6秒ごとに計算します。つながらなければポイントは減りません。'

/** The actions of a profile: a message, and calls with their prices. Absent for viewers who may start none. */
export const CallBar = ({ person }: { person: Profile }) => {
  if (!person.callable) return null
  return person.role === 'broadcaster' ? <CallBroadcaster person={person} /> : <CallCaller person={person} />
}

const CallBroadcaster = ({ person }: { person: Profile }) => {
  const offers = callOffers(person, useViewerRole())
  const video = offers.find(({ kind, way }) => kind === 'video' && way === 'wait')
  return (
    <Bar
      person={person}
      offers={offers.filter((offer) => offer !== video)}
      reason={reasons[person.state]}
      note={fairness}
      notify={
        person.state === 'live' ? (
          <ButtonLink variant="primary" size="s" to={paths.channel(person.id)}>
            配信を見る
          </ButtonLink>
        ) : person.state === 'standby' ? null : (
          <AvailabilityButton person={person} />
        )
      }
      request={
        video ? (
          <VideoRequestButton key={person.id} person={person} ratePointsPerMin={video.ratePointsPerMin} />
        ) : null
      }
    />
  )
}

/** A broadcaster calls a caller at the broadcaster's price, which the caller pays. */
const CallCaller = ({ person }: { person: Profile }) => {
  const { data } = useMyStandby(true)
  return (
    <Bar
      person={person}
      offers={offersToCaller(data?.rates, person.state)}
      reason={person.state === 'inCall' ? reasons.inCall : '料金はお相手のお支払いです'}
      note={null}
    />
  )
}

const Bar = ({
  person,
  offers,
  reason,
  note,
  notify = null,
  request = null,
}: {
  person: Profile
  offers: readonly CallOffer[]
  reason: string | null
  note: string | null
  /** Beside the reason: to be notified when it is over. */
  notify?: ReactNode
  /** In place of a video call with a broadcaster who isn't on standby. */
  request?: ReactNode
}) => {
  const message = <MessageButton key="message" person={person} />
  const calls = offers.map((offer) => (
    <OfferButton key={offer.kind} offer={offer} person={person} isFirst={offer.kind === mainKind(offers)} />
  ))
  const requestRow = request ? <Fragment key="request">{request}</Fragment> : null
  // The most important one is last in a row on a phone, and first in a column on a desktop: as the focus goes.
  const isColumn = useIsDesktop()
  return (
    <>
      <div className={styles.bar} data-calls={offers.length} data-requests={request ? true : undefined}>
        {reason ? (
          <div className={styles.reason}>
            <p>{reason}</p>
            {notify}
          </div>
        ) : null}
        {isColumn ? [requestRow, ...calls.toReversed(), message] : [message, requestRow, ...calls]}
      </div>
      {note ? <p className={styles.note}>{note}</p> : null}
    </>
  )
}

/** To the conversation; a visitor registers first. */
const MessageButton = ({ person }: { person: Profile }) => {
  const isVisitor = useViewerRole() === null
  const look = { variant: 'quiet', size: 'l', icon: MessageCircle, className: styles.message } as const
  const words = (
    <span>
      メッセージ<span className="vh">を{person.name}さんに送る</span>
    </span>
  )
  return isVisitor ? (
    <Button
      {...look}
      className={styles.message ?? ''}
      onClick={() => registerFor({ to: paths.chat(person.id), what: `${person.name}さんとのトーク` })}
    >
      {words}
    </Button>
  ) : (
    <ButtonLink {...look} to={paths.chat(person.id)}>
      {words}
    </ButtonLink>
  )
}

const mainKind = (offers: readonly CallOffer[]): CallKind | undefined =>
  offers.some(({ kind }) => kind === 'video') ? 'video' : offers[0]?.kind

const OfferButton = ({ offer, person, isFirst }: { offer: CallOffer; person: Profile; isFirst: boolean }) => (
  <CallButton
    kind={offer.kind}
    ratePointsPerMin={offer.ratePointsPerMin}
    earnedPointsPerMin={offer.earnedPointsPerMin}
    name={person.name}
    size="l"
    stacked
    variant={offer.way === 'wait' ? 'wait' : isFirst ? 'solid' : 'outline'}
    className={offer.way === 'wait' ? styles.waits : undefined}
    {...(offer.way === 'dial' ? { to: outgoingPath(offer.kind, person.id) } : {})}
    {...(offer.way === 'register'
      ? {
          onClick: () => registerFor(wantedCall(offer, person.name, outgoingPath(offer.kind, person.id))),
        }
      : {})}
  />
)
