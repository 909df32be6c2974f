import type { ChatMessage } from '#contract/chat/chat.ts'
import type { Clock } from '../member/chat-ports.ts'
import type { MemberStorage } from '../member/member-storage.ts'

/** What stands in the field of a conversation, unsent. */
export interface ChatDraft {
  readonly text: string
  readonly replyTo: ChatMessage['replyTo']
}

const writeDebounceMs = 300
export const emptyDraft: ChatDraft = { text: '', replyTo: null }

const isDraft = (value: unknown): value is ChatDraft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'replyTo' in value &&
  typeof value.replyTo === 'object'

/** One member's drafts, a partner each; they outlive the page. */
export class Drafts {
  readonly #storage: Pick<MemberStorage, 'read' | 'write' | 'remove'>
  readonly #clock: Clock
  readonly #unwritten = new Map<string, { draft: ChatDraft; cancel: () => void }>()

  constructor(storage: Pick<MemberStorage, 'read' | 'write' | 'remove'>, clock: Clock) {
    this.#storage = storage
    this.#clock = clock
  }

  read(partnerId: string): ChatDraft {
    const waiting = this.#unwritten.get(partnerId)
    if (waiting) return waiting.draft
    const kept = this.#storage.read(partnerId)
    return isDraft(kept) ? kept : emptyDraft
  }

  /** Written a little later, or with `flush`. */
  write(partnerId: string, draft: ChatDraft): void {
    this.#unwritten.get(partnerId)?.cancel()
    const cancel = this.#clock.after(writeDebounceMs, () => this.#keep(partnerId))
    this.#unwritten.set(partnerId, { draft, cancel })
  }

  /** At once: what was sent must not stand in the field after a reload. */
  clear(partnerId: string): void {
    this.write(partnerId, emptyDraft)
    this.#keep(partnerId)
  }

  /** The page may be gone in a moment. */
  flush(): void {
    for (const partnerId of [...this.#unwritten.keys()]) this.#keep(partnerId)
  }

  /** Whose drafts these are has signed out: nothing more is written. */
  forget(): void {
    for (const { cancel } of this.#unwritten.values()) cancel()
    this.#unwritten.clear()
  }

  #keep(partnerId: string): void {
    const waiting = this.#unwritten.get(partnerId)
    if (!waiting) return
    waiting.cancel()
    this.#unwritten.delete(partnerId)
    const { draft } = waiting
    if (draft.text === '' && draft.replyTo === null) this.#storage.remove(partnerId)
    else this.#storage.write(partnerId, draft)
  }
}
