import { Drafts } from '../composer/drafts.ts'
import { Typing } from '../composer/typing.ts'
import { ConversationList } from '../list/conversation-list.ts'
import { UnreadCount } from '../list/unread-count.ts'
import { Outbox } from '../outbox/outbox.ts'
import type { OutboxPorts } from '../outbox/outbox-ports.ts'
import { ConversationSync } from '../timeline/conversation-sync.ts'
import type { ChatEnvironment } from './chat-ports.ts'

/** What chat stores in the browser for one member, and what else it needs from its environment. */
export interface MemberChatPorts
  extends ChatEnvironment,
    Pick<OutboxPorts, 'blobs' | 'upload' | 'newId' | 'lock'> {
  outboxStorage: OutboxPorts['storage']
  draftStorage: ConstructorParameters<typeof Drafts>[0]
}

/** All of one member's chat on one page; it lives until the page is closed or the member signs out. */
export class MemberChat {
  readonly memberId: string
  readonly outbox: Outbox
  readonly drafts: Drafts
  readonly unread: UnreadCount
  readonly #ports: MemberChatPorts
  readonly #polledListeners = new Set<() => void>()

  constructor(ports: MemberChatPorts, memberId: string) {
    this.#ports = ports
    this.memberId = memberId
    this.outbox = new Outbox({ ...ports, storage: ports.outboxStorage })
    this.drafts = new Drafts(ports.draftStorage, ports.clock)
    this.unread = new UnreadCount(ports)
  }

  start(): void {
    this.outbox.start()
    this.unread.start()
  }

  /** The member has signed out: nothing more is sent or stored. */
  stop(): void {
    this.outbox.stop()
    this.unread.stop()
    this.drafts.stop()
  }

  /** Polling found new chats that no socket reported: the badge and the list are fetched again. */
  polled(): void {
    void this.unread.refresh()
    for (const listener of [...this.#polledListeners]) listener()
  }

  /** Not started yet: the component that shows it starts and stops it. */
  conversationWith(partnerId: string): ConversationSync {
    const ports = {
      ...this.#ports,
      outbox: this.outbox,
      onUnread: (unread: number) => this.unread.update(partnerId, unread),
    }
    return new ConversationSync(ports, { ownId: this.memberId, partnerId })
  }

  /** Not started yet. */
  typingWith(partnerId: string): Typing {
    return new Typing(this.#ports, partnerId)
  }

  /** Not started yet. */
  list(filter: { onlyUnread: boolean }): ConversationList {
    const onPolled = (listener: () => void) => {
      this.#polledListeners.add(listener)
      return () => this.#polledListeners.delete(listener)
    }
    return new ConversationList({ ...this.#ports, onPolled }, filter)
  }
}
