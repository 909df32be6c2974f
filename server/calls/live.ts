import type { MediaReading } from '#adapters/media/port.ts'
import type { CallRole } from '#contract/calls/calls.ts'
import { type CallInProgress, videoRequestMs } from '#contract/calls/in-call.ts'
import { openVideoRequest } from '#domain/calls/kind-change.ts'
import { videoRateOf } from '#domain/calls/voice-rate.ts'
import { broadcasterSharePercent, earnedShare } from '#domain/points/share.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { callingTerms } from '#server/people/calling-terms.ts'
import type { CallRecord } from './call-record.ts'

/** The price of video in this call, in points per minute; null where the broadcaster doesn't accept video. */
export const videoPriceOf = async (
  db: Db | Tx,
  record: CallRecord,
  nowMs: number,
): Promise<number | null> => {
  const terms = await callingTerms(db, record.broadcasterId, nowMs)
  const fresh = terms && videoRateOf(record.rates.voice, terms.rates)
  return fresh === null ? null : (record.rates.video ?? fresh)
}

/** Per minute of what the next increment is charged as. */
export const currentRateOf = (record: CallRecord, { segments }: MediaReading): number => {
  const carried =
    segments.findLast(({ carries }) => carries !== 'nothing')?.carries ?? record.state.carrying.kind
  return carried === 'video' ? (record.rates.video ?? record.ratePointsPerMin) : record.rates.voice
}

/** What the sides of a running call can change, in the view of one of them. */
export const callInProgressOf = async (
  context: Context,
  record: CallRecord,
  role: CallRole,
  reading: MediaReading,
): Promise<CallInProgress> => {
  const { carrying, phase } = record.state
  const mayAsk = phase === 'inCall' && carrying.kind === 'voice'
  const video = mayAsk ? await videoPriceOf(context.db, record, context.now()) : record.rates.video
  const inView = (points: number) =>
    role === 'caller' ? points : earnedShare(points, broadcasterSharePercent)
  const request = phase === 'inCall' ? openVideoRequest(carrying, record.now) : null
  return {
    kind: carrying.kind,
    carries: (phase === 'inCall' && reading.segments.at(-1)?.carries) || carrying.kind,
    pointsPerMin: {
      voice: inView(record.rates.voice),
      video: video === null ? null : inView(request?.ratePointsPerMin ?? video),
    },
    currentPointsPerMin: inView(currentRateOf(record, reading)),
    sending: record.sending,
    videoRequest: request && { by: request.by, until: new Date(request.at + videoRequestMs).toISOString() },
  }
}
