import type { CallKind } from '#contract/calls/calls.ts'

/**
 * What a minute without the broadcaster's picture costs, fixed with the call's price (product.md 3.27): the
 * voice rate, and never more than the call itself.
 */
export const voiceRateOf = (
  kind: CallKind,
  ratePointsPerMin: number,
  voiceRatePointsPerMin: number,
): number => (kind === 'voice' ? ratePointsPerMin : Math.min(ratePointsPerMin, voiceRatePointsPerMin))

/**
 * What a minute of video costs in a call that was dialled as a voice call: the broadcaster's rate for video calls, and
 * never less than what the call costs without it. Null: video isn't accepted.
 */
export const videoRateOf = (
  voiceRatePointsPerMin: number,
  rates: Record<CallKind, number | null>,
): number | null => (rates.video === null ? null : Math.max(rates.video, voiceRatePointsPerMin))
