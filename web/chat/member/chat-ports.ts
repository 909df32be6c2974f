import type { ChatMessage, chatEndpoints } from '#contract/chat/chat.ts'
import type { Failure } from '#contract/core/client.ts'
import type { EndpointSpec, OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import type { SocketHub } from '#web/realtime/socket.ts'

type Chat = typeof chatEndpoints
type SendRequest<E extends EndpointSpec> = (
  input: RequestOf<E>,
  options?: { signal?: AbortSignal },
) => Promise<OutputOf<E> | Failure>

/** The requests of chat; each answers its output or a failure, and never throws. */
export type ChatApi = {
  [Name in Exclude<keyof Chat, 'getNewChat' | 'sendAbsenceCallMessage'>]: SendRequest<Chat[Name]>
}

/** The socket's events of chat. */
export type ChatEvents = Pick<SocketHub, 'on' | 'onUp' | 'isUp' | 'sendTyping'>

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** @returns a function that cancels it */
  after(ms: number, run: () => void): () => void
}

/** What a view model of chat needs from its environment; tests use a virtual one. */
export interface ChatEnvironment {
  api: ChatApi
  events: ChatEvents
  clock: Clock
  /** Whether the page is visible to the member. */
  isVisible(): boolean
  /**
   * Called when failed work is worth retrying at once: the browser is online, the page is shown again, the
   * socket is connected.
   * @returns a function that stops listening
   */
  onWake(listener: () => void): () => void
}

/** Receives a message that the server has accepted. */
export type SentListener = (partnerId: string, message: ChatMessage) => void
