import type { Role } from '#contract/account/account.ts'
import { type CallKind, callKinds } from '#contract/calls/calls.ts'
import type { PresenceState } from '#contract/people/people.ts'
import { paths } from '#web/shell/paths.ts'

/** What a press of a call button does. `wait`: she can't take a call now; the price still stands. */
export type OfferAction = 'dial' | 'register' | 'wait'

export interface CallOffer {
  kind: CallKind
  ratePointsPerMin: number
  way: OfferAction
}

const wayOf = (viewerRole: Role | null, state: PresenceState): OfferAction => {
  if (state !== 'standby') return 'wait'
  return viewerRole === null ? 'register' : 'dial'
}

/** The calls a caller or a visitor (no role) may start with her, voice first; other roles may start none. */
export const callOffers = (
  person: { role: 'caller' | 'broadcaster'; state: PresenceState; rates: Record<CallKind, number | null> },
  viewerRole: Role | null,
): CallOffer[] => {
  if (person.role !== 'broadcaster' || viewerRole === 'broadcaster' || viewerRole === 'operator') return []
  return callKinds.flatMap((kind) => {
    const ratePointsPerMin = person.rates[kind]
    return ratePointsPerMin === null ? [] : [{ kind, ratePointsPerMin, way: wayOf(viewerRole, person.state) }]
  })
}

/** The calls a broadcaster may start with a caller, at her own prices, which he pays. */
export const offersToCaller = (
  rates: Record<CallKind, number | null> | undefined,
  state: PresenceState,
): CallOffer[] =>
  callKinds.flatMap((kind) => {
    const ratePointsPerMin = rates?.[kind] ?? null
    const way = state === 'inCall' ? 'wait' : 'dial'
    return ratePointsPerMin === null ? [] : [{ kind, ratePointsPerMin, way }]
  })

/** The one call of a card: by the wanted kind, which is video unless somebody searches for voice, or else by the other. */
export const oneTapOffer = (offers: readonly CallOffer[], wanted: CallKind = 'video'): CallOffer | null =>
  offers.find(({ kind }) => kind === wanted) ?? offers[0] ?? null

/** Where a call from a profile, a conversation or the history begins. */
export const outgoingPath = (kind: CallKind, partnerId: string): string =>
  kind === 'video' ? paths.outgoingVideoCall(partnerId) : paths.outgoingVoiceCall(partnerId)

/** Where the one-tap call of a card begins: by video it is a call from standby (specification 3, Call types). */
export const standbyCallPath = (kind: CallKind, partnerId: string): string =>
  kind === 'video' ? paths.videoCallBroadcaster(partnerId) : paths.outgoingVoiceCall(partnerId)
