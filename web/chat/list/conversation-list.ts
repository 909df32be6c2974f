import type { ChatRead, ConversationItem } from '#contract/chat/chat.ts'
import { type Failure, isFailure } from '#contract/core/client.ts'
import { createStore, type Store } from '#web/shell/store.ts'
import type { ChatEnvironment } from '../member/chat-ports.ts'
import { Retry } from '../outbox/retry.ts'
import { isTransient } from '../outbox/transient-failure.ts'
import { type KnownList, type ListCursor, withItem, withPage, withRead } from './conversation-order.ts'

export interface ConversationListView {
  stage: 'loading' | 'ready' | 'refused'
  /** Why nothing is shown; while it loads, that no answer arrives (retries continue). */
  sentence: string | null
  items: readonly ConversationItem[]
  hasMore: boolean
  isLoadingMore: boolean
}

interface ListPorts extends Pick<ChatEnvironment, 'api' | 'events' | 'clock' | 'onWake'> {
  /** Called when polling found messages that no socket reported. @returns a function that stops listening */
  onPolled(listener: () => void): () => void
}

/** トーク: the conversations of a member, or those with unread messages, newest first. No DOM and no React. */
export class ConversationList {
  readonly store: Store<ConversationListView> = createStore<ConversationListView>({
    stage: 'loading',
    sentence: null,
    items: [],
    hasMore: false,
    isLoadingMore: false,
  })
  readonly #ports: ListPorts
  readonly #onlyUnread: boolean
  readonly #retries: { whole: Retry; more: Retry }
  readonly #stops: (() => void)[] = []
  #list: KnownList = { items: [], next: null }
  /** Events that arrived while the list was requested: the answer may be older. */
  #receivedMeanwhile: ConversationItem[] = []
  /** Over all conversations, as last reported; null before. */
  #unread: number | null = null
  #isReloading = false
  #mustReloadAgain = false
  /** The end of the list was seen while it was reloaded: the next page is requested when that is done. */
  #mustLoadMore = false
  #loadingMore: Promise<void> | null = null
  #isOver = false

  constructor(ports: ListPorts, { onlyUnread }: { onlyUnread: boolean }) {
    this.#ports = ports
    this.#onlyUnread = onlyUnread
    this.#retries = { whole: new Retry(ports.clock), more: new Retry(ports.clock) }
  }

  start(): void {
    const { events, onWake, onPolled } = this.#ports
    this.#stops.push(
      events.on('chat:changed', ({ conversation, unread }) => {
        this.#unread = unread
        this.#apply(conversation)
      }),
      events.on('chat:read', (read) => this.#applyRead(read)),
      events.on('chat:relisted', () => this.reload()),
      events.onUp(() => this.reload()),
      onPolled(() => this.reload()),
      onWake(() => this.#wake()),
    )
    this.reload()
  }

  stop(): void {
    this.#isOver = true
    for (const retry of Object.values(this.#retries)) retry.settle()
    for (const stop of this.#stops.splice(0)) stop()
  }

  /** Reloads as many rows as are loaded; at once, also while a retry is pending. */
  reload(): void {
    this.#mustReloadAgain = true
    if (this.#retries.whole.isWaiting()) this.#retries.whole.wake()
    else if (!this.#isReloading) void this.#runReload()
  }

  /** Loads the next page, one request at a time, with retries until it succeeds; during a reload, after it. */
  loadMore(): Promise<void> {
    if (this.#isReloading) this.#mustLoadMore = true
    if (this.#list.next === null || this.#isReloading) return Promise.resolve()
    this.#loadingMore ??= this.#runMore().then(() => {
      this.#loadingMore = null
      this.store.update({ isLoadingMore: false })
      this.#loadWanted()
    })
    this.store.update({ isLoadingMore: true })
    return this.#loadingMore
  }

  async #runReload(): Promise<void> {
    this.#isReloading = true
    while (this.#mustReloadAgain) {
      this.#mustReloadAgain = false
      this.#receivedMeanwhile = []
      const loaded = await this.#fetchAsMuch()
      if (this.#isOver) return
      if (isFailure(loaded)) {
        this.#isReloading = false
        this.#mustReloadAgain = true
        return this.#failReload(loaded)
      }
      this.#retries.whole.settle()
      const list = this.#receivedMeanwhile.reduce(
        (known, item) => withItem(known, item, this.#onlyUnread),
        loaded,
      )
      this.store.update({ stage: 'ready', sentence: null })
      this.#show(list)
    }
    this.#isReloading = false
    this.#loadWanted()
  }

  /** Requests the page that was wanted while a reload or an earlier request was under way. */
  #loadWanted(): void {
    if (!this.#mustLoadMore || this.#isReloading || this.#loadingMore) return
    this.#mustLoadMore = false
    void this.loadMore()
  }

  async #fetchAsMuch(): Promise<KnownList | Failure> {
    const { api } = this.#ports
    const onlyUnread = this.#onlyUnread
    const wanted = this.#list.items.length
    let answer = await api.getListConversation({ onlyUnread })
    let list: KnownList = { items: [], next: null }
    while (!isFailure(answer)) {
      list = withPage(list, answer)
      if (!list.next || list.items.length >= wanted || this.#isOver) return list
      answer = await api.getMoreChatHistory({ before: list.next, onlyUnread })
    }
    return answer
  }

  #failReload(failure: Failure): void {
    const { stage } = this.store.get()
    if (!isTransient(failure)) this.store.update({ stage: 'refused', sentence: failure.message })
    else {
      if (stage !== 'ready') this.store.update({ sentence: failure.message })
      this.#retries.whole.later(() => void this.#runReload())
    }
  }

  async #runMore(): Promise<void> {
    const before = this.#list.next
    if (before === null || this.#isOver) return
    const answer = await this.#ports.api.getMoreChatHistory({ before, onlyUnread: this.#onlyUnread })
    if (this.#isOver) return
    if (!isFailure(answer)) {
      this.#retries.more.settle()
      if (isSameCursor(this.#list.next, before)) this.#show(withPage(this.#list, answer))
      // A reload meanwhile has moved the end, and another may be under way.
      else if (this.#isReloading) this.#mustLoadMore = true
      else await this.#runMore()
      return
    }
    if (!isTransient(answer)) return
    await new Promise<void>((resolve) => this.#retries.more.later(resolve))
    await this.#runMore()
  }

  #apply(item: ConversationItem): void {
    if (this.#isReloading) this.#receivedMeanwhile.push(item)
    this.#show(withItem(this.#list, item, this.#onlyUnread))
  }

  #applyRead({ partnerId, syncState, unread }: ChatRead): void {
    const hasChanged = unread !== this.#unread
    this.#unread = unread
    const list = withRead(this.#list, partnerId, syncState, this.#onlyUnread)
    // The answer that is under way may be older.
    if (this.#isReloading) this.#mustReloadAgain = true
    if (list) this.#show(list)
    // It was the partner who read, unless the viewer's own figure has changed.
    else if (hasChanged) this.reload()
  }

  #wake(): void {
    for (const retry of Object.values(this.#retries)) retry.wake()
  }

  #show(list: KnownList): void {
    this.#list = list
    this.store.update({ items: list.items, hasMore: list.next !== null })
  }
}

const isSameCursor = (one: ListCursor, other: ListCursor): boolean =>
  one?.lastAt === other?.lastAt && one?.partnerId === other?.partnerId
