import type { MediaReading } from '#adapters/media/port.ts'
import type { Context } from '#server/context.ts'
import { decidedIncrementsOf, segmentsOf } from '#server/points/metering/segments.ts'
import type { CallRecord } from '../call-record.ts'

/** The newest reading of a call: of the node that has its room, else the database's last report. */
export const readingOf = async (context: Context, record: CallRecord): Promise<MediaReading> =>
  (record.endedAt === null && record.nodeId !== null ? await context.media.reading(record.id) : null) ?? {
    connectedMs: record.connectedMs,
    chargedMs: record.chargedMs,
    freeMs: 0,
    pendingMs: 0,
    payerLostMs: record.callerLostMs,
    broadcasterLostMs: record.broadcasterLostMs,
    unprovenMs: record.unprovenMs,
    mediaBytes: record.mediaBytes,
    segments: await segmentsOf(context.db, record.id),
    decidedIncrements: await decidedIncrementsOf(context.db, record.id),
  }
