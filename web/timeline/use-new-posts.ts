import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call, isFailure } from '#contract/core/client.ts'
import { type TimelineFeed, type TimelinePost, timelineEndpoints } from '#contract/timeline/timeline.ts'
import { socketHub, useSocketEvent } from '#web/realtime/socket.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { peopleKey } from '#web/shell/query-keys.ts'

/** Pages ask within this time of an event, each at its own moment, so that one post doesn't bring all at once. */
const jitterMs = 1_500

/** The newest post of somebody else: own posts are shown before they are fetched, and never counted. */
export const newestOf = (posts: readonly TimelinePost[]): string =>
  posts
    .filter(({ isOwn }) => !isOwn)
    .reduce((newest, { seq }) => (BigInt(seq ?? 0) > BigInt(newest) ? (seq ?? newest) : newest), '0')

/**
 * How many posts of others have come since the newest that is shown. The socket says that something was posted; the
 * server counts what of it this member sees.
 */
export const useNewPosts = (feed: TimelineFeed, posts: readonly TimelinePost[] | undefined) => {
  const isMember = useSession().status === 'authenticated'
  const after = posts === undefined ? null : newestOf(posts)
  const [found, setFound] = useState({ after, feed, count: 0 })
  const count = found.after === after && found.feed === feed ? found.count : 0
  const look = useEffectEvent(async () => {
    if (!isMember || after === null || document.hidden) return
    const answer = await call(timelineEndpoints.getNewTimelineCount, { feed, after })
    if (!isFailure(answer)) setFound({ after, feed, count: answer.count })
  })
  const [isWaiting, setIsWaiting] = useState(false)
  useSocketEvent('timeline:posted', () => setIsWaiting(true))
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => {
      setIsWaiting(false)
      void look()
    }, Math.random() * jitterMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  useEffect(() => {
    socketHub.watchTimeline(true)
    const stop = socketHub.onUp(() => void look())
    const seen = () => void look()
    document.addEventListener('visibilitychange', seen)
    return () => {
      socketHub.watchTimeline(false)
      stop()
      document.removeEventListener('visibilitychange', seen)
    }
  }, [])
  return count
}

const badgeRefreshMs = 120_000

/** Posts since the member's last visit, for the entry on ベース. */
export const useNewPostsBadge = (): number => {
  const { status } = useSession()
  const { data } = useQuery({
    queryKey: [...peopleKey, 'timeline-badge'],
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(timelineEndpoints.getNewTimelineCount, {}, { signal })).count,
    enabled: status === 'authenticated',
    refetchInterval: badgeRefreshMs,
  })
  return data ?? 0
}
