import type { MemberStorage } from './member-storage.ts'
import type { OutboxStorage } from './outbox.ts'
import type { OutboxEntry } from './outbox-entry.ts'

const isEntry = (value: unknown): value is OutboxEntry =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'partnerId' in value &&
  'order' in value &&
  'body' in value

/**
 * The outbox in local storage, a key each message: written before the bubble is drawn, and tabs don't overwrite each
 * other's.
 */
export const createOutboxStorage = (
  values: MemberStorage,
  onOtherTab: (listener: (key: string | null) => void) => () => void,
): OutboxStorage => ({
  all: () =>
    values.names().flatMap((name) => {
      const entry = values.read(name)
      return isEntry(entry) ? [entry] : []
    }),
  put: (entry) => values.write(entry.id, entry),
  remove: (id) => values.remove(id),
  onChange: (listener) =>
    onOtherTab((key) => {
      // Null: everything was cleared.
      if (key === null || values.owns(key)) listener()
    }),
})
