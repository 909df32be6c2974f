import type { NewChatItem } from '#contract/chat/chat.ts'

/** Messages may be committed in another order than stamped: what is this much older than the newest seen is told again. */
const overlapMs = 5_000

const none: NewChatItem[] = []

/**
 * What a poll is told of the unread messages, newest first. A browser on its first visit is told nothing: it begins
 * with the server's clock.
 *
 * @param latestTimeStamp the newest that the browser has seen, in milliseconds; null on its first visit
 */
export const newChatSince = (
  unread: readonly NewChatItem[],
  latestTimeStamp: number | null,
): NewChatItem[] => {
  const newest = unread[0]
  if (latestTimeStamp === null || !newest || newest.timeStamp <= latestTimeStamp - overlapMs) return none
  return unread.filter(({ timeStamp }) => timeStamp > latestTimeStamp - overlapMs)
}
