import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import type { ConversationItem } from '#contract/chat/chat.ts'
import { useSession } from '#web/session/session.tsx'
import { peopleKey } from '#web/shell/query-keys.ts'

/** With the beginnings of how many messages. */
const seenMax = 30

/** Below the people's key: a block makes it outdated. */
const seenKey = (memberId: string | null) => [...peopleKey, 'conversations', memberId] as const

/** Leaves the newest conversations where a launch without a network finds them (web/shell/offline/kept-lists.ts). */
export const rememberConversations = (
  queries: QueryClient,
  memberId: string,
  items: readonly ConversationItem[],
): void => {
  queries.setQueryData(seenKey(memberId), items.slice(0, seenMax))
}

/** The member's conversations as they were last seen; undefined where none are known. */
export const useSeenConversations = (): readonly ConversationItem[] | undefined => {
  const memberId = useSession().data?.user.id ?? null
  return useQuery<readonly ConversationItem[]>({ queryKey: seenKey(memberId), queryFn: skipToken }).data
}
