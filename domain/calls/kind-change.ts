import type { CallKind, CallRole } from '#contract/calls/calls.ts'
import { videoRequestMs } from '#contract/calls/in-call.ts'

/** What a running call may carry, and the open question about it. Instants are milliseconds of the database's clock. */
export interface KindState {
  kind: CallKind
  videoRequest: VideoRequest | null
}

export interface VideoRequest {
  by: CallRole
  at: number
  /** The price that is asked for: what the call costs the caller per minute if the other side agrees. */
  ratePointsPerMin: number
}

export type KindEvent =
  /**
   * @property ratePointsPerMin the broadcaster's price now; null when video isn't accepted
   * @property expectedPointsPerMin the price on a caller's button; null when it wasn't sent, and for a broadcaster
   */
  | {
      type: 'requestVideo'
      by: CallRole
      ratePointsPerMin: number | null
      expectedPointsPerMin: number | null
    }
  | { type: 'answerVideo'; by: CallRole; agrees: boolean; expectedPointsPerMin: number | null }
  | { type: 'toVoice' }

export type KindRefusal = 'callWrongKind' | 'callKindRefused' | 'callRateChanged' | 'callNotAsked'

/** `toVideo` holds what video costs more; it may be refused for want of points, and then nothing has changed. */
export type KindEffect = { type: 'toVideo'; ratePointsPerMin: number } | { type: 'toVoice' }

export type KindChange = { state: KindState; effect: KindEffect | null } | { refused: KindRefusal }

/** The question that is still open. */
export const openVideoRequest = ({ videoRequest }: KindState, now: number): VideoRequest | null =>
  videoRequest && now - videoRequest.at < videoRequestMs ? videoRequest : null

/**
 * One step of a running call's kind (product.md 3.29). The call's lock orders the events, so that two sides who ask at
 * the same time have agreed, and an answer to a question that was answered or has lapsed is refused.
 */
export const changeKind = (state: KindState, event: KindEvent, now: number): KindChange => {
  const request = openVideoRequest(state, now)
  switch (event.type) {
    case 'requestVideo': {
      if (state.kind === 'video') return { refused: 'callWrongKind' }
      if (event.ratePointsPerMin === null) return { refused: 'callKindRefused' }
      const isAgreement = request !== null && request.by !== event.by
      const ratePointsPerMin = isAgreement ? request.ratePointsPerMin : event.ratePointsPerMin
      if (isDearer(ratePointsPerMin, event)) return { refused: 'callRateChanged' }
      if (isAgreement) return toVideo(ratePointsPerMin)
      // Asked again, the question stays the same one: its price, and the time until it lapses.
      if (request) return { state, effect: null }
      return {
        state: { kind: 'voice', videoRequest: { by: event.by, at: now, ratePointsPerMin } },
        effect: null,
      }
    }
    case 'answerVideo':
      if (!request || (event.agrees && request.by === event.by)) return { refused: 'callNotAsked' }
      if (!event.agrees) return { state: { ...state, videoRequest: null }, effect: null }
      if (isDearer(request.ratePointsPerMin, event)) return { refused: 'callRateChanged' }
      return toVideo(request.ratePointsPerMin)
    case 'toVoice':
      if (state.kind === 'voice') return { state, effect: null }
      return { state: { kind: 'voice', videoRequest: null }, effect: { type: 'toVoice' } }
  }
}

const toVideo = (ratePointsPerMin: number): KindChange => ({
  state: { kind: 'video', videoRequest: null },
  effect: { type: 'toVideo', ratePointsPerMin },
})

/** A caller never pays more than the price on the tapped button. */
const isDearer = (
  ratePointsPerMin: number,
  { by, expectedPointsPerMin }: { by: CallRole; expectedPointsPerMin: number | null },
): boolean => by === 'caller' && expectedPointsPerMin !== null && ratePointsPerMin > expectedPointsPerMin
