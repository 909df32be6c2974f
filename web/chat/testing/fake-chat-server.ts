import type { ChatChanged, ChatMessage, ChatPartner, ChatRead, ChatSyncState } from '#contract/chat/chat.ts'
import { chatPageMax } from '#contract/chat/chat.ts'
import type { Failure } from '#contract/core/client.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { refusalBody } from '#contract/refusals.ts'
import type { ChatApi } from '../member/chat-ports.ts'

export const caller = '10000001'
export const broadcaster = '20000002'
/** A text that contains this word causes a warning, as from the contact guard. */
const warnedText = 'LINE'

type ServerEvent = { name: 'chat:changed'; payload: ChatChanged } | { name: 'chat:read'; payload: ChatRead }
type Requests = Pick<
  ChatApi,
  'getMoreMessages' | 'markReads' | 'sendTextMessage' | 'unsendMessage' | 'getUnreadCount'
>
export type RequestName = keyof Requests

const partnerOf = (memberId: string): string => (memberId === caller ? broadcaster : caller)

const person = (id: string): ChatPartner => ({
  id,
  role: id === caller ? 'caller' : 'broadcaster',
  name: id === caller ? '太郎' : 'みお',
  avatarId: null,
  state: 'standby',
  bookmark: false,
  hasLeft: false,
})

/** A fake server for tests: one conversation of two members, by the rules of the contract. It never fails. */
export class FakeChatServer {
  readonly messages: ChatMessage[] = []
  /** One of the two blocks the other. */
  isBlocked = false
  /** What the caller pays for each message. */
  pricePoints = 0
  readonly #readSeq: Record<string, number> = { [caller]: 0, [broadcaster]: 0 }
  readonly #listeners = new Set<(memberId: string, payload: ServerEvent) => void>()
  readonly #now: () => number
  #revision = 0

  constructor(now: () => number) {
    this.#now = now
  }

  onEvent(listener: (memberId: string, payload: ServerEvent) => void): void {
    this.#listeners.add(listener)
  }

  /** Answers one request of a member; the answer is a copy, as over a network. */
  answer(memberId: string, name: RequestName, input: unknown): unknown {
    const wire = <T>(value: T): T => structuredClone(value)
    if (this.isBlocked && name !== 'getUnreadCount') return refusalBody('partnerUnavailable')
    switch (name) {
      case 'getMoreMessages':
        return wire(this.#page(memberId, input as Parameters<Requests['getMoreMessages']>[0]))
      case 'sendTextMessage':
        return wire(this.#send(memberId, input as Parameters<Requests['sendTextMessage']>[0]))
      case 'markReads':
        return this.#markReads(memberId, input as Parameters<Requests['markReads']>[0])
      case 'unsendMessage':
        return wire(this.#unsend(memberId, input as Parameters<Requests['unsendMessage']>[0]))
      case 'getUnreadCount':
        return { type: 'success', unread: this.#unread(memberId) }
    }
  }

  syncState(memberId: string): ChatSyncState {
    return {
      revision: this.#revision,
      lastSeq: this.messages.length,
      ownReadSeq: this.#readSeq[memberId] ?? 0,
      partnerReadSeq: this.#readSeq[partnerOf(memberId)] ?? 0,
    }
  }

  #page(memberId: string, { from, limit = chatPageMax }: Parameters<Requests['getMoreMessages']>[0]) {
    const syncState = this.syncState(memberId)
    const { messages, more } = this.#part(syncState, from, limit)
    const partner = person(partnerOf(memberId))
    return {
      type: 'success' as const,
      partner,
      messages,
      more,
      syncState,
      pricePoints: this.#price(memberId),
    }
  }

  #part(
    syncState: ChatSyncState,
    from: Parameters<Requests['getMoreMessages']>[0]['from'],
    limit: number,
  ): { messages: ChatMessage[]; more: boolean } {
    const cut = (begin: number) => this.messages.slice(Math.max(0, begin), Math.max(0, begin + limit))
    switch (from.at) {
      case 'newest':
        return { messages: this.messages.slice(-limit), more: this.messages.length > limit }
      case 'before':
        return {
          messages: this.messages.slice(Math.max(0, from.seq - 1 - limit), from.seq - 1),
          more: from.seq - 1 > limit,
        }
      case 'after':
        return { messages: cut(from.seq), more: from.seq + limit < this.messages.length }
      case 'unread': {
        const begin = Math.max(0, syncState.ownReadSeq - Math.floor(limit / 3))
        return { messages: cut(begin), more: begin + limit < this.messages.length }
      }
      case 'changedSince': {
        const changed = this.messages
          .filter(({ revision }) => revision > from.revision)
          .sort((one, other) => one.revision - other.revision)
        return { messages: changed.slice(0, limit), more: changed.length > limit }
      }
    }
  }

  #price(memberId: string): number {
    return memberId === caller ? this.pricePoints : 0
  }

  #send(
    memberId: string,
    { messageId, text, isWarned, pricePoints = 0 }: Parameters<Requests['sendTextMessage']>[0],
  ) {
    const known = this.messages.find(({ id }) => id === messageId)
    if (known) return { type: 'success' as const, message: known }
    if (text.includes(warnedText) && !isWarned) return refusal('contactWarning')
    const price = this.#price(memberId)
    if (price > 0 && price !== pricePoints) return refusal('chatPriceChanged')
    this.#revision += 1
    const message: ChatMessage = {
      id: messageId,
      seq: this.messages.length + 1,
      revision: this.#revision,
      senderId: memberId,
      sentAt: new Date(this.#now()).toISOString(),
      body: { kind: 'text', text },
      replyTo: null,
      ...(price > 0 ? { paidPoints: price } : {}),
    }
    this.messages.push(message)
    this.#publishChange(message)
    return { type: 'success' as const, message }
  }

  #unsend(memberId: string, { messageId }: Parameters<Requests['unsendMessage']>[0]) {
    const index = this.messages.findIndex(({ id, senderId }) => id === messageId && senderId === memberId)
    const known = this.messages[index]
    if (!known) return refusal('notFound')
    if (known.body.kind === 'unsent') return { type: 'success' as const, message: known }
    this.#revision += 1
    const message: ChatMessage = { ...known, revision: this.#revision, body: { kind: 'unsent' } }
    this.messages[index] = message
    this.#publishChange(message)
    return { type: 'success' as const, message }
  }

  #markReads(memberId: string, { upToSeq }: Parameters<Requests['markReads']>[0]) {
    const before = this.#readSeq[memberId] ?? 0
    this.#readSeq[memberId] = Math.max(before, Math.min(upToSeq, this.messages.length))
    if (this.#readSeq[memberId] > before) {
      for (const side of [caller, broadcaster]) {
        const payload = {
          partnerId: partnerOf(side),
          syncState: this.syncState(side),
          unread: this.#unread(side),
        }
        this.#publish(side, { name: 'chat:read', payload })
      }
    }
    return { type: 'success' as const, unread: this.#unread(memberId) }
  }

  #unread(memberId: string): number {
    const readSeq = this.#readSeq[memberId] ?? 0
    return this.messages.filter(({ seq, senderId }) => seq > readSeq && senderId !== memberId).length
  }

  #publishChange(message: ChatMessage): void {
    for (const side of [caller, broadcaster]) {
      const unread = this.#unread(side)
      const partner = person(partnerOf(side))
      const conversation = {
        partner,
        lastMessage: '',
        lastAt: message.sentAt,
        revision: message.revision,
        unread,
      }
      const syncState = this.syncState(side)
      const payload = { partnerId: partner.id, message, conversation, syncState, unread, newChat: null }
      this.#publish(side, { name: 'chat:changed', payload })
    }
  }

  #publish(memberId: string, payload: ServerEvent): void {
    for (const listener of this.#listeners) listener(memberId, structuredClone(payload))
  }
}

const refusal = (code: RefusalCode): Failure => refusalBody(code)
