import type { ChatMessage } from '#contract/chat/chat.ts'
import type { Failure } from '#contract/core/client.ts'
import type { ChatEnvironment } from '../member/chat-ports.ts'
import type { OutboxEntry } from './outbox-entry.ts'

/**
 * What outlives the page, shared by the member's tabs. Never throws: what can't be written lives as long as
 * the page.
 */
export interface OutboxStorage {
  all(): OutboxEntry[]
  put(entry: OutboxEntry): void
  remove(id: string): void
  /** The server has the message: other tabs learn which message it became before it is removed. */
  settle(partnerId: string, sent: ChatMessage): void
  /** Another tab wrote; `marker` when it settled a message. @returns a function that stops listening */
  onChange(listener: (marker: { partnerId: string; sent: ChatMessage } | null) => void): () => void
}

/** Pictures that aren't uploaded yet, by the message's id. */
export interface BlobStore {
  /** `get` returns it from now on, even before it is written. */
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
  api: Pick<ChatEnvironment['api'], 'sendTextMessage' | 'sendSticker' | 'sendImageFromWeb'>
  events: Pick<ChatEnvironment['events'], 'on'>
  clock: ChatEnvironment['clock']
  onWake: ChatEnvironment['onWake']
  storage: OutboxStorage
  blobs: BlobStore
  upload(blob: Blob, options: UploadOptions): Promise<{ imageId: string } | Failure>
  /** Runs while no other tab of this browser runs under the same name. */
  lock(name: string, run: () => Promise<void>): Promise<void>
  newId(): string
}
