import { chatEndpoints } from '#contract/chat/chat.ts'
import { call } from '#contract/core/client.ts'
import type { EndpointSpec, RequestOf } from '#contract/core/endpoint.ts'
import { socketHub } from '#web/realtime/socket.ts'
import type { ChatApi, ChatEnvironment } from './chat-ports.ts'

const requestTo =
  <E extends EndpointSpec>(endpoint: E) =>
  (input: RequestOf<E>, options?: { signal?: AbortSignal }) =>
    call(endpoint, input, options)

const api: ChatApi = {
  getListConversation: requestTo(chatEndpoints.getListConversation),
  getMoreChatHistory: requestTo(chatEndpoints.getMoreChatHistory),
  getUnreadCount: requestTo(chatEndpoints.getUnreadCount),
  getMoreMessages: requestTo(chatEndpoints.getMoreMessages),
  markReads: requestTo(chatEndpoints.markReads),
  sendTextMessage: requestTo(chatEndpoints.sendTextMessage),
  sendSticker: requestTo(chatEndpoints.sendSticker),
  sendImageFromWeb: requestTo(chatEndpoints.sendImageFromWeb),
  unseal: requestTo(chatEndpoints.unseal),
  unsendMessage: requestTo(chatEndpoints.unsendMessage),
}

const onWake = (listener: () => void): (() => void) => {
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener()
  }
  window.addEventListener('online', listener)
  document.addEventListener('visibilitychange', onVisible)
  const stopListening = socketHub.onUp(listener)
  return () => {
    window.removeEventListener('online', listener)
    document.removeEventListener('visibilitychange', onVisible)
    stopListening()
  }
}

/** The environment of chat in a real browser. */
export const browserChatEnvironment: ChatEnvironment = {
  api,
  events: socketHub,
  clock: {
    now: () => Date.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  },
  isVisible: () => document.visibilityState === 'visible',
  onWake,
}
