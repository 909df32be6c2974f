import type { NewChatItem } from '#contract/chat/chat.ts'

/**
 * Messages may commit in another order than their timestamps: messages up to this much older than the newest
 * seen are sent again.
 */
const overlapMs = 5_000

const none: NewChatItem[] = []

/**
 * The unread messages that a poll returns, newest first. A browser's first poll returns none and starts from
 * the server's clock.
 *
 * @param latestTimeStamp the newest message that the browser has seen, in milliseconds; null on its first
 * visit
 */
export const newChatSince = (
  unread: readonly NewChatItem[],
  latestTimeStamp: number | null,
): NewChatItem[] => {
  const newest = unread[0]
  if (latestTimeStamp === null || !newest || newest.timeStamp <= latestTimeStamp - overlapMs) return none
  return unread.filter(({ timeStamp }) => timeStamp > latestTimeStamp - overlapMs)
}
