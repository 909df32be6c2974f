import { useSyncExternalStore } from 'react'
import { useStore } from '#web/shell/use-store.ts'
import { currentChat } from './current-chat.ts'
import type { MemberChat } from './member-chat.ts'

/** The chat of who is signed in; null until it has come. */
export const useMemberChat = (): MemberChat | null => useStore(currentChat)

const noNews = () => () => undefined

/** Unread messages over all conversations; 0 while nobody knows. */
export const useUnreadMessages = (): number => {
  const value = useMemberChat()?.unread.value
  return useSyncExternalStore(value?.subscribe ?? noNews, () => value?.get() ?? 0)
}
