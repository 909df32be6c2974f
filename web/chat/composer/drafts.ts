import type { ChatMessage } from '#contract/chat/chat.ts'
import type { Clock } from '../member/chat-ports.ts'
import type { MemberStorage } from '../member/member-storage.ts'

/** The unsent text in the field of a conversation. */
export interface ChatDraft {
  readonly text: string
  readonly replyTo: ChatMessage['replyTo']
}

const writeDebounceMs = 300
const emptyDraft: ChatDraft = { text: '', replyTo: null }

const isDraft = (value: unknown): value is ChatDraft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'replyTo' in value &&
  typeof value.replyTo === 'object'

/** One member's drafts, one for each partner; they outlive the page. */
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
    const stored = this.#storage.read(partnerId)
    return isDraft(stored) ? stored : emptyDraft
  }

  /** Stored a little later, or by `flush`. */
  write(partnerId: string, draft: ChatDraft): void {
    this.#unwritten.get(partnerId)?.cancel()
    const cancel = this.#clock.after(writeDebounceMs, () => this.#persist(partnerId))
    this.#unwritten.set(partnerId, { draft, cancel })
  }

  /** At once: a text that was sent must not be in the field after a reload. */
  clear(partnerId: string): void {
    this.write(partnerId, emptyDraft)
    this.#persist(partnerId)
  }

  /** The page may be gone in a moment. */
  flush(): void {
    for (const partnerId of [...this.#unwritten.keys()]) this.#persist(partnerId)
  }

  /** The owner of these drafts has signed out: nothing more is stored. */
  stop(): void {
    for (const { cancel } of this.#unwritten.values()) cancel()
    this.#unwritten.clear()
  }

  #persist(partnerId: string): void {
    const waiting = this.#unwritten.get(partnerId)
    if (!waiting) return
    waiting.cancel()
    this.#unwritten.delete(partnerId)
    const { draft } = waiting
    if (draft.text === '' && draft.replyTo === null) this.#storage.remove(partnerId)
    else this.#storage.write(partnerId, draft)
  }
}
