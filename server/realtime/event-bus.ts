import { sql as raw } from 'kysely'
import type { Db, Sql, Tx } from '#server/db/database.ts'
import type { Log } from '#server/lifecycle/log.ts'
import type { Event, Events } from './events.ts'

const channel = 'koyoi_events'

export interface EventBus extends Events {
  /** Listens until `stop`; the driver listens again after a lost connection. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * PostgreSQL's NOTIFY as the bus: an event leaves exactly when its transaction commits, and reaches every
 * process on the database. Listeners for gaps drop what they derived from events, because some may have been
 * missed.
 */
export const createEventBus = (sql: Sql, log: Log): EventBus => {
  const listeners = new Set<(event: Event) => void>()
  const publishListeners = new Set<(event: Event) => void>()
  const gapListeners = new Set<() => void>()
  let hasListened = false
  let stopListening: (() => Promise<void>) | null = null
  const inStatement = (event: Event) => {
    for (const listener of publishListeners) listener(event)
    return raw`pg_notify(${channel}, ${JSON.stringify(event)})`
  }
  const deliver = (payload: string) => {
    const event = JSON.parse(payload) as Event
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (error) {
        log.error('event-listener-failed', { type: event.type, error })
      }
    }
  }
  return {
    publish: async (db: Db | Tx, event: Event) => {
      await raw`select ${inStatement(event)}`.execute(db)
    },
    inStatement,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onPublish: (listener) => {
      publishListeners.add(listener)
      return () => publishListeners.delete(listener)
    },
    onGap: (listener) => {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    start: async () => {
      const { unlisten } = await sql.listen(channel, deliver, () => {
        if (hasListened) for (const listener of gapListeners) listener()
        hasListened = true
      })
      stopListening = unlisten
    },
    stop: async () => {
      await stopListening?.().catch(() => undefined)
      listeners.clear()
    },
  }
}
