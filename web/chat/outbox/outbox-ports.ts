import type { ChatMessage } from '#contract/chat/chat.ts'
import type { Failure } from '#contract/core/client.ts'
import type { ChatWorld } from '../member/chat-ports.ts'
import type { OutboxEntry } from './outbox-entry.ts'

/** What outlives the page, shared by the member's tabs. Never throws: what can't be written is kept for this page. */
export interface OutboxStorage {
  all(): OutboxEntry[]
  put(entry: OutboxEntry): void
  remove(id: string): void
  /** The server has it: other tabs hear which message it became before it goes. */
  settle(partnerId: string, sent: ChatMessage): void
  /** Another tab wrote; `note` when it settled a message. @returns how to stop listening */
  onChange(listener: (note: { partnerId: string; sent: ChatMessage } | null) => void): () => void
}

/** Pictures that aren't uploaded yet, by the message's id. */
export interface BlobStore {
  /** `get` gives it from now on, whenever it is written. */
  put(id: string, blob: Blob): Promise<void>
  get(id: string): Promise<Blob | null>
  remove(id: string): Promise<void>
}

export interface UploadOptions {
  /** Client-made; the same id again is the same image. */
  id: string
  /** 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

export interface OutboxPorts {
  api: Pick<ChatWorld['api'], 'sendTextMessage' | 'sendSticker' | 'sendImageFromWeb'>
  news: Pick<ChatWorld['news'], 'on'>
  clock: ChatWorld['clock']
  onWake: ChatWorld['onWake']
  storage: OutboxStorage
  blobs: BlobStore
  upload(blob: Blob, options: UploadOptions): Promise<{ imageId: string } | Failure>
  /** Runs while no other tab of this browser runs under the same name. */
  lock(name: string, run: () => Promise<void>): Promise<void>
  newId(): string
}
