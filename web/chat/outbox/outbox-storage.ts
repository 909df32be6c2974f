import type { ChatMessage } from '#contract/chat/chat.ts'
import type { MemberStorage } from '../member/member-storage.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import type { OutboxStorage } from './outbox-ports.ts'

/** Replaces a sent message for a moment, so that the other tabs learn of it. */
interface SentMarker {
  partnerId: string
  sent: ChatMessage
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isEntry = (value: unknown): value is OutboxEntry =>
  isRecord(value) && ['id', 'partnerId', 'order', 'body'].every((key) => key in value)

const sentMarkerIn = (text: string | null): SentMarker | null => {
  const value: unknown = text === null ? null : JSON.parse(text)
  return isRecord(value) && 'sent' in value ? (value as unknown as SentMarker) : null
}

/**
 * The outbox in local storage, one key for each message: stored before the bubble is drawn, and tabs don't
 * overwrite each other's.
 * @param onOtherTab receives what other tabs write, from the `storage` event; a null key when all was cleared
 */
export const createOutboxStorage = (
  values: MemberStorage,
  onOtherTab: (listener: (key: string | null, value: string | null) => void) => () => void,
): OutboxStorage => ({
  all: () =>
    values.names().flatMap((name) => {
      const entry = values.read(name)
      return isEntry(entry) ? [entry] : []
    }),
  put: (entry) => values.write(entry.id, entry),
  remove: (id) => values.remove(id),
  settle: (partnerId, sent) => {
    const marker: SentMarker = { partnerId, sent }
    values.write(sent.id, marker)
    values.remove(sent.id)
  },
  onChange: (listener) =>
    onOtherTab((key, value) => {
      if (key === null || values.owns(key)) listener(sentMarkerIn(value))
    }),
})
