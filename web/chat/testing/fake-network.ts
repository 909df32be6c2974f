import { failureMessage } from '#contract/core/client.ts'
import type { ChatApi, ChatEvents } from '../member/chat-ports.ts'
import { MemberChat } from '../member/member-chat.ts'
import { FakeBrowser } from './fake-browser.ts'
import { broadcaster, caller, type FakeChatServer, type RequestName } from './fake-chat-server.ts'
import type { FakeClock } from './fake-clock.ts'

const failure = { type: 'error' as const, code: 'serverFailure' as const, message: failureMessage }
const requestTimeoutMs = 10_000

type Handlers = { [name: string]: Set<(payload: never) => void> }

/** For tests: a page of a member with all chat of that member on it, behind an unreliable network. */
export class FakePage {
  readonly memberId: string
  readonly chat: MemberChat
  readonly #network: FakeNetwork
  readonly #browser: FakeBrowser
  readonly #handlers: Handlers = {}
  readonly #upListeners = new Set<() => void>()
  readonly #wakeListeners = new Set<() => void>()
  isDead = false
  isSocketUp = true

  constructor(network: FakeNetwork, browser: FakeBrowser, memberId: string) {
    this.memberId = memberId
    this.#network = network
    this.#browser = browser
    this.chat = new MemberChat(
      {
        api: this.#api(),
        events: this.#events(),
        clock: {
          now: () => network.clock.now(),
          after: (ms, run) => network.clock.after(ms, () => this.isDead || run()),
        },
        isVisible: () => true,
        onWake: (listener) => {
          this.#wakeListeners.add(listener)
          return () => this.#wakeListeners.delete(listener)
        },
        ...browser.portsOf(this),
      },
      memberId,
    )
    this.chat.start()
  }

  wake(): void {
    for (const listener of [...this.#wakeListeners]) listener()
  }

  lowerSocket(): void {
    this.isSocketUp = false
  }

  raiseSocket(): void {
    this.isSocketUp = true
    for (const listener of [...this.#upListeners]) listener()
    this.wake()
  }

  /** As a killed app: nothing on the page runs again, and nobody was informed. */
  kill(): void {
    this.isDead = true
    this.#browser.remove(this)
  }

  receive(name: string, payload: unknown): void {
    if (this.isDead || !this.isSocketUp) return
    for (const handler of [...(this.#handlers[name] ?? [])]) handler(structuredClone(payload) as never)
  }

  #events(): ChatEvents {
    return {
      on: (name, handler) => {
        const handlers = this.#handlers[name] ?? new Set()
        this.#handlers[name] = handlers.add(handler as (payload: never) => void)
        return () => handlers.delete(handler as (payload: never) => void)
      },
      onUp: (listener) => {
        this.#upListeners.add(listener)
        return () => this.#upListeners.delete(listener)
      },
      isUp: () => this.isSocketUp,
      sendTyping: () => undefined,
    }
  }

  #api(): ChatApi {
    const request =
      (name: RequestName) =>
      (input: unknown, options?: { signal?: AbortSignal }): Promise<never> =>
        this.#network.request(this, name, input, options?.signal) as Promise<never>
    const unexpected = () => Promise.reject(new Error('not in this play'))
    return {
      getMoreMessages: request('getMoreMessages'),
      markReads: request('markReads'),
      sendTextMessage: request('sendTextMessage'),
      unsendMessage: request('unsendMessage'),
      getUnreadCount: request('getUnreadCount'),
      getListConversation: unexpected,
      getMoreChatHistory: unexpected,
      sendSticker: unexpected,
      sendImageFromWeb: unexpected,
      unseal: unexpected,
    }
  }
}

/**
 * For tests: the network between pages and server. While it isn't calm it drops, delays, doubles and reorders
 * requests, their answers and the socket's events, as the given numbers say.
 */
export class FakeNetwork {
  readonly clock: FakeClock
  readonly pages: FakePage[] = []
  isCalm = false
  /** Every request fails at once. */
  isCut = false
  readonly #server: FakeChatServer
  readonly #random: () => number
  readonly #browsers: Record<string, FakeBrowser>

  /** @param random as Math.random */
  constructor(clock: FakeClock, server: FakeChatServer, random: () => number) {
    this.clock = clock
    this.#server = server
    this.#random = random
    this.#browsers = { [caller]: new FakeBrowser(clock), [broadcaster]: new FakeBrowser(clock) }
    server.onEvent((memberId, { name, payload }) => {
      for (const page of this.pages) {
        if (page.memberId !== memberId || !page.isSocketUp) continue
        this.#deliver(() => page.receive(name, payload))
      }
    })
  }

  open(memberId: string): FakePage {
    const browser = this.#browsers[memberId]
    if (!browser) throw new Error(`nobody is ${memberId}`)
    const page = new FakePage(this, browser, memberId)
    this.pages.push(page)
    return page
  }

  request(page: FakePage, name: RequestName, input: unknown, signal?: AbortSignal): Promise<unknown> {
    if (this.isCut) return Promise.resolve(failure)
    return new Promise((resolve) => {
      const end = (answer: unknown) => {
        cancelTimeout()
        if (!page.isDead) resolve(answer)
      }
      const cancelTimeout = this.clock.after(requestTimeoutMs, () => end(failure))
      signal?.addEventListener('abort', () => end(failure))
      if (!this.isCalm && this.#random() < 0.1) this.clock.after(5, () => end(failure))
      const sent = structuredClone(input)
      this.#deliver(() => {
        const answer = this.#server.answer(page.memberId, name, sent)
        this.#deliver(() => end(answer))
      })
    })
  }

  /** Not at all, once or twice; at once, late or very late. */
  #deliver(arrive: () => void): void {
    const luck = this.isCalm ? 0.5 : this.#random()
    const times = luck < 0.2 ? 0 : luck < 0.8 ? 1 : 2
    for (let each = 0; each < times; each += 1) this.clock.after(this.#delayMs(), arrive)
  }

  #delayMs(): number {
    if (this.isCalm) return 20
    const luck = this.#random()
    return luck < 0.6 ? luck * 200 : luck < 0.95 ? luck * 4_000 : luck * 15_000
  }
}
