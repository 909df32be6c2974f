import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'

/** News of a committed transaction. Ids only: each process loads what it shows. */
export type Event =
  /** A call was created or moved to another phase; `memberIds` are its two sides. */
  | { type: 'call:changed'; callId: string; memberIds: [string, string] }
  /** A page of the member has the call now. */
  | { type: 'call:taken'; memberId: string; callId: string; pageId: string }
  | { type: 'point:changed'; memberId: string }
  | { type: 'presence:changed'; memberId: string }
  /** A member's name, region, age or role is another one. */
  | { type: 'member:changed'; memberId: string }
  /** A broadcaster went on standby, and those who favour her may be told of it. */
  | { type: 'standby:begun'; memberId: string }
  /** One of the two blocks the other, or no longer does. */
  | { type: 'block:changed'; memberIds: [string, string] }
  /** A message came or changed; the conversation is known by its sides, the caller first. */
  | { type: 'chat:changed'; memberIds: [string, string]; messageId: string; isNew: boolean }
  /** A side has read on. */
  | { type: 'chat:read'; memberIds: [string, string] }
  /** The first of each pair is writing to the second; nothing is stored of it. */
  | { type: 'chat:typing'; pairs: [string, string][] }
  | { type: 'session:over'; sessionKey: string }
  /** It goes on under another key. */
  | { type: 'session:rotated'; sessionKey: string }

export interface Events {
  /** Delivered to every process when the transaction commits, and never when it rolls back. */
  publish(db: Db | Tx, event: Event): Promise<void>
  /** `publish` as a part of a larger statement: its value is to be selected where the statement did what it tells. */
  inStatement(event: Event): RawBuilder<unknown>
  subscribe(listener: (event: Event) => void): () => void
  /** Published in this process; its transaction may not be committed yet, or never be. */
  onPublish(listener: (event: Event) => void): () => void
  /** Listening had been interrupted and has begun again: events may have been missed. */
  onGap(listener: () => void): () => void
}
