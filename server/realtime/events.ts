import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'

/** What a committed transaction did. Ids only: each process loads what it shows. */
export type Event =
  /** A call was created or changed; `memberIds` are its two sides. */
  | { type: 'call:changed'; callId: string; memberIds: [string, string] }
  /** Another page of the member runs the call now. */
  | { type: 'call:taken'; memberId: string; callId: string; pageId: string }
  /** The media server takes connections for this call or live room again, after it lost those of these members. */
  | { type: 'media:reopened'; id: string; memberIds: string[] }
  | { type: 'point:changed'; memberId: string }
  | { type: 'presence:changed'; memberId: string }
  /** A member's name, region, age or role has changed. */
  | { type: 'member:changed'; memberId: string }
  /** A broadcaster went on standby, and followers may be notified. */
  | { type: 'standby:begun'; memberId: string }
  /** A member's post was published. */
  | { type: 'timeline:posted'; memberId: string; postId: string }
  /** A notification in the app was added. */
  | { type: 'notices:changed'; memberId: string }
  /** One of the two blocked or unblocked the other. */
  | { type: 'block:changed'; memberIds: [string, string] }
  /** A message was sent or changed; the sides identify the conversation, the caller first. */
  | { type: 'chat:changed'; memberIds: [string, string]; messageId: string; isNew: boolean }
  /** A side has read further. */
  | { type: 'chat:read'; memberIds: [string, string] }
  /** The first of each pair is writing to the second; nothing is stored. */
  | { type: 'chat:typing'; pairs: [string, string][] }
  /** A live room began, changed or ended, or its watchers did. */
  | { type: 'live:changed'; roomId: string; broadcasterId: string }
  /** The day's limit ends this room in ten minutes. */
  | { type: 'live:limit-near'; roomId: string; broadcasterId: string; endsAt: number }
  /** In a live room: an entry with this number is new or another one, or its state or its queue (`seq` 0) changed. */
  | { type: 'live:flow'; roomId: string; seq: number; about: 'entry' | 'state' | 'queue' }
  /** An entry with this id is new in a live room's flow. */
  | { type: 'live:flow'; roomId: string; entryId: string; about: 'posted' }
  | { type: 'session:over'; sessionKey: string }
  /** The session goes on under another key. */
  | { type: 'session:rotated'; sessionKey: string }

export interface Events {
  /** Delivered to every process when the transaction commits, and never when it rolls back. */
  publish(db: Db | Tx, event: Event): Promise<void>
  /** `publish` as a part of a larger statement, which selects its value where it made the change. */
  inStatement(event: Event): RawBuilder<unknown>
  subscribe(listener: (event: Event) => void): () => void
  /** Called for what this process publishes; its transaction may not be committed yet, or never be. */
  onPublish(listener: (event: Event) => void): () => void
  /** Called when listening was interrupted and has begun again: events may have been missed. */
  onGap(listener: () => void): () => void
}
