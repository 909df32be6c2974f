import { sql as raw } from 'kysely'
import type { Db, Sql, Tx } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Event, Events } from './events.ts'

const channel = 'koyoi_events'

export interface EventBus extends Events {
  /** Listens until `stop`; the driver listens anew after a lost connection. */
  start(onRelisten: () => void): Promise<void>
  stop(): Promise<void>
}

/**
 * PostgreSQL's NOTIFY as the bus: an event leaves exactly when its transaction commits, and reaches every process
 * on the database. `onRelisten` runs whenever listening (re)starts, because events may have been missed.
 */
export const createEventBus = (sql: Sql, log: Log): EventBus => {
  const listeners = new Set<(event: Event) => void>()
  let stopListening: (() => Promise<void>) | null = null
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
      await raw`select pg_notify(${channel}, ${JSON.stringify(event)})`.execute(db)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: async (onRelisten) => {
      const { unlisten } = await sql.listen(channel, deliver, onRelisten)
      stopListening = unlisten
    },
    stop: async () => {
      await stopListening?.().catch(() => undefined)
      listeners.clear()
    },
  }
}
