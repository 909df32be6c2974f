import type { ChatMessage, chatEndpoints } from '#contract/chat/chat.ts'
import type { Failure } from '#contract/core/client.ts'
import type { EndpointSpec, OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import type { SocketHub } from '#web/realtime/socket.ts'

type Chat = typeof chatEndpoints
type Ask<E extends EndpointSpec> = (
  input: RequestOf<E>,
  options?: { signal?: AbortSignal },
) => Promise<OutputOf<E> | Failure>

/** The requests of chat; each answers its output or a failure, and never throws. */
export type ChatApi = {
  [Name in Exclude<keyof Chat, 'getNewChat' | 'sendAbsenceCallMessage'>]: Ask<Chat[Name]>
}

/** The socket's news of chat. */
export type ChatEvent = Pick<SocketHub, 'on' | 'onUp' | 'isUp' | 'tellTyping'>

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** @returns how to cancel it */
  after(ms: number, run: () => void): () => void
}

/** What a view model of chat needs of the world; tests give it a virtual one. */
export interface ChatWorld {
  api: ChatApi
  news: ChatEvent
  clock: Clock
  /** The person can see the page. */
  isVisible(): boolean
  /**
   * Tells when what failed is worth trying at once: the browser is online, the page is shown again, the socket is up.
   * @returns how to stop listening
   */
  onWake(listener: () => void): () => void
}

/** A message the server has taken. */
export type SentListener = (partnerId: string, message: ChatMessage) => void
