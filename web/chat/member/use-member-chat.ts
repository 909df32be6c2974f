import { useSyncExternalStore } from 'react'
import { currentChat } from './current-chat.ts'
import type { MemberChat } from './member-chat.ts'

/** The chat of the signed-in member; null until it is loaded. */
export const useMemberChat = (): MemberChat | null =>
  // The server's markup, which the browser takes over, was made without it.
  useSyncExternalStore(currentChat.subscribe, currentChat.get, () => null)

const noSubscription = () => () => undefined

/** Unread messages over all conversations; 0 while the count is unknown. */
export const useUnreadMessages = (): number => {
  const value = useMemberChat()?.unread.value
  const now = () => value?.get() ?? 0
  return useSyncExternalStore(value?.subscribe ?? noSubscription, now, now)
}
