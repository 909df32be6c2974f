import { chatEndpoints } from '#contract/chat/chat.ts'
import { call } from '#contract/core/client.ts'
import type { EndpointSpec, RequestOf } from '#contract/core/endpoint.ts'
import { socketHub } from '#web/realtime/socket.ts'
import type { ChatApi, ChatWorld } from './chat-ports.ts'

const asking =
  <E extends EndpointSpec>(endpoint: E) =>
  (input: RequestOf<E>, options?: { signal?: AbortSignal }) =>
    call(endpoint, input, options)

const api: ChatApi = {
  getListConversation: asking(chatEndpoints.getListConversation),
  getMoreChatHistory: asking(chatEndpoints.getMoreChatHistory),
  getUnreadCount: asking(chatEndpoints.getUnreadCount),
  getMoreMessages: asking(chatEndpoints.getMoreMessages),
  markReads: asking(chatEndpoints.markReads),
  sendTextMessage: asking(chatEndpoints.sendTextMessage),
  sendSticker: asking(chatEndpoints.sendSticker),
  sendImageFromWeb: asking(chatEndpoints.sendImageFromWeb),
  unseal: asking(chatEndpoints.unseal),
  unsendMessage: asking(chatEndpoints.unsendMessage),
}

const onWake = (listener: () => void): (() => void) => {
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener()
  }
  window.addEventListener('online', listener)
  document.addEventListener('visibilitychange', onVisible)
  const stopHearing = socketHub.onUp(listener)
  return () => {
    window.removeEventListener('online', listener)
    document.removeEventListener('visibilitychange', onVisible)
    stopHearing()
  }
}

/** Chat's world in a real browser. */
export const browserChatWorld: ChatWorld = {
  api,
  news: socketHub,
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
