import type { MediaReading } from '../../adapters/media/port.ts'
import type { Context } from '../context.ts'
import type { CallRecord } from './call-record.ts'

/** The newest reading of a call there is: the media process's, else the database's last report. */
export const readingOf = (context: Context, record: CallRecord): MediaReading =>
  context.media.readings().get(record.id) ?? {
    connectedMs: record.connectedMs,
    chargedMs: record.chargedMs,
    payerLostMs: record.callerLostMs,
    broadcasterLostMs: record.broadcasterLostMs,
  }
