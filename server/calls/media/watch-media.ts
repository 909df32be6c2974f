import type { MediaReading } from '#adapters/media/port.ts'
import { thinBytesPerMinute } from '#domain/calls/thin-media.ts'
import type { Tx } from '#server/db/database.ts'
import { raiseNotice } from '#server/operators/raise-alert.ts'
import type { CallRecord } from '../call-record.ts'

/** Alerts operators to a broadcaster whose calls are charged and carry hardly any media. */
export const watchMedia = async (tx: Tx, record: CallRecord, reading: MediaReading): Promise<void> => {
  const bytes = thinBytesPerMinute(record.kind, reading)
  if (bytes === null) return
  await raiseNotice(tx, {
    kind: 'thinMedia',
    subject: `member:${record.broadcasterId}`,
    text:
      `配信者 ${record.broadcasterId} と会員 ${record.callerId} の通話 ${record.id} は、` +
      `課金1分あたりの映像・音声が ${bytes.toLocaleString('ja-JP')} バイトでした。`,
  })
}
