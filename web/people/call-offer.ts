import type { Role } from '#contract/account/account.ts'
import { type CallKind, callKinds } from '#contract/calls/calls.ts'
import type { PresenceState } from '#contract/people/people.ts'
import { broadcasterSharePercent, earnedShare } from '#domain/points/share.ts'
import type { Wanted } from '#web/session/account-dialog-state.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { callKindLongText } from '#web/text/states.ts'

/** What a press of a call button does. `wait`: the person can't accept a call now; the price is still shown. */
export type OfferAction = 'dial' | 'register' | 'wait'

export interface CallOffer {
  kind: CallKind
  ratePointsPerMin: number
  /** What the viewer earns of it, a broadcaster; null to a caller, who pays it. */
  earnedPointsPerMin: number | null
  way: OfferAction
}

const wayOf = (viewerRole: Role | null, state: PresenceState): OfferAction => {
  if (state !== 'standby') return 'wait'
  return viewerRole === null ? 'register' : 'dial'
}

/** The calls that a caller or a visitor (no role) may start with a broadcaster, voice first; other roles: none. */
export const callOffers = (
  person: { role: 'caller' | 'broadcaster'; state: PresenceState; rates: Record<CallKind, number | null> },
  viewerRole: Role | null,
): CallOffer[] => {
  if (person.role !== 'broadcaster' || viewerRole === 'broadcaster' || viewerRole === 'operator') return []
  return callKinds.flatMap((kind) => {
    const ratePointsPerMin = person.rates[kind]
    return ratePointsPerMin === null
      ? []
      : [{ kind, ratePointsPerMin, earnedPointsPerMin: null, way: wayOf(viewerRole, person.state) }]
  })
}

/**
 * The calls that a broadcaster may start with a caller, who pays the broadcaster's price; the buttons show the
 * broadcaster's share of it.
 */
export const offersToCaller = (
  rates: Record<CallKind, number | null> | undefined,
  state: PresenceState,
): CallOffer[] =>
  callKinds.flatMap((kind) => {
    const ratePointsPerMin = rates?.[kind] ?? null
    const way = state === 'inCall' ? 'wait' : 'dial'
    if (ratePointsPerMin === null) return []
    const earnedPointsPerMin = earnedShare(ratePointsPerMin, broadcasterSharePercent)
    return [{ kind, ratePointsPerMin, earnedPointsPerMin, way }]
  })

/** The one call of a card: of the wanted kind, which is video except in a search for voice, else of the other kind. */
export const oneTapOffer = (offers: readonly CallOffer[], wanted: CallKind = 'video'): CallOffer | null =>
  offers.find(({ kind }) => kind === wanted) ?? offers[0] ?? null

/** A call that a visitor tapped: after the registration its screen shows the price once more, and one button calls. */
export const wantedCall = (
  offer: Pick<CallOffer, 'kind' | 'ratePointsPerMin'>,
  name: string,
  to: string,
): Wanted => ({
  to,
  what: `${name}さんとの${callKindLongText[offer.kind]}`,
  ratePointsPerMin: offer.ratePointsPerMin,
})

/** Where a call from a profile, a conversation or the history begins. */
export const outgoingPath = (kind: CallKind, partnerId: string): string =>
  kind === 'video' ? paths.outgoingVideoCall(partnerId) : paths.outgoingVoiceCall(partnerId)

/** Where the one-tap call of a card begins: by video it is a call from standby (specification 3, Call types). */
export const standbyCallPath = (kind: CallKind, partnerId: string): string =>
  kind === 'video' ? paths.videoCallBroadcaster(partnerId) : paths.outgoingVoiceCall(partnerId)
