import type { ChatMessage } from '#contract/chat/chat.ts'
import type { MemberStorage } from '../member/member-storage.ts'
import type { OutboxEntry } from './outbox-entry.ts'
import type { OutboxStorage } from './outbox-ports.ts'

/** What stands for a moment in a sent message's place, for the other tabs to hear of. */
interface SentNote {
  partnerId: string
  sent: ChatMessage
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isEntry = (value: unknown): value is OutboxEntry =>
  isRecord(value) && ['id', 'partnerId', 'order', 'body'].every((key) => key in value)

const sentNoteIn = (text: string | null): SentNote | null => {
  const value: unknown = text === null ? null : JSON.parse(text)
  return isRecord(value) && 'sent' in value ? (value as unknown as SentNote) : null
}

/**
 * The outbox in local storage, a key each message: written before the bubble is drawn, and tabs don't overwrite each
 * other's.
 * @param onOtherTab hears what other tabs write, as the `storage` event tells it; a null key when all was cleared
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
    const note: SentNote = { partnerId, sent }
    values.write(sent.id, note)
    values.remove(sent.id)
  },
  onChange: (listener) =>
    onOtherTab((key, value) => {
      if (key === null || values.owns(key)) listener(sentNoteIn(value))
    }),
})
