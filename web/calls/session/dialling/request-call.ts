import type { CallSnapshot } from '#contract/calls/calls.ts'
import { type Failure, isFailure } from '#contract/core/client.ts'
import { retrying } from '#web/shell/retry-until.ts'
import type { CallEntry, Visit } from '../call-entry.ts'
import type { CallApi } from '../call-ports.ts'
import { rings } from '../call-view.ts'

/** Requests it again while no answer arrives. A ring or visit whose screen was left meanwhile is ended as it begins. */
const beginning = async <Answer extends { callId: string }>(
  api: Pick<CallApi, 'endCall'>,
  request: () => Promise<Answer | Failure>,
  isOver: () => boolean,
): Promise<Answer | Failure> => {
  const answer = await retrying(request, isOver)
  if (isOver() && !isFailure(answer)) void api.endCall({ callId: answer.callId }, { keepalive: true })
  return answer
}

/**
 * Rings the partner, again while no answer arrives. The same id: if only the answer was lost, it returns the same ring.
 */
export const requestRing = (
  api: Pick<CallApi, 'sendCallRequest' | 'endCall'>,
  { partnerId, kind, origin }: CallEntry,
  { callId, shownRate, pageId }: { callId: string; shownRate: number | null; pageId: string },
  isOver: () => boolean,
) => {
  const request = {
    callId,
    pageId,
    partnerId,
    callType: origin === 'live' ? origin : kind,
    origin: origin === 'standby' ? origin : ('direct' as const),
    ...(shownRate === null ? {} : { expectedRatePointsPerMin: shownRate }),
  }
  return beginning(api, () => api.sendCallRequest(request), isOver)
}

/** Enters a live room. */
export const requestEntry = (
  api: Pick<CallApi, 'enterLive' | 'endCall'>,
  { callId, roomId, visit }: { callId: string; roomId: string; visit: Visit },
  isOver: () => boolean,
) => {
  const { ratePointsPerMin, spendCap, isFreeLook } = visit
  const request = { callId, roomId, spendCap, isFreeLook, expectedRatePointsPerMin: ratePointsPerMin }
  return beginning(api, () => api.enterLive(request), isOver)
}

/** The member's call, asked for again while no answer arrives. */
export const findMyCall = (api: Pick<CallApi, 'getMyCall'>, isOver: () => boolean) =>
  retrying(() => api.getMyCall(), isOver)

/** The call, if the refused answer arrived and only its response was lost: then it waits for this side. */
export const findAnswered = async (
  api: Pick<CallApi, 'getMyCall'>,
  callId: string,
  code: Failure['code'],
  isOver: () => boolean,
): Promise<CallSnapshot | null> => {
  if (code !== 'serverFailure') return null
  const mine = await findMyCall(api, isOver)
  const call = isFailure(mine) ? null : mine.call
  return call?.callId === callId && !rings(call) ? call : null
}

/** Whether a running call belongs on the screen of this entry: a visit and a live call have screens of their own. */
export const isOfScreen = (
  entry: Pick<CallEntry, 'partnerId' | 'kind' | 'origin'>,
  call: CallSnapshot,
): boolean => {
  const isInRoom = (origin: string) => origin === 'live' || origin === 'sideWatch'
  const isOther = (isInRoom(call.origin) || isInRoom(entry.origin)) && call.origin !== entry.origin
  return call.partner.id === entry.partnerId && call.kind === entry.kind && !isOther
}
