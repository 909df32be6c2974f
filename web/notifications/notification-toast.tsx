import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MemberNotice } from '#contract/notifications/notifications.ts'
import { availabilityKey } from '#web/people/availability-queries.ts'
import { socketHub, useSocketEvent } from '#web/realtime/socket.ts'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { untilLoaded } from '#web/shell/lazy-part.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { noticesKey } from '#web/shell/query-keys.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { useNotifications } from './queries.ts'

/** What a page has read just before its first connection isn't read again, so that a start asks once. */
const isOld = ({ state }: Query): boolean =>
  state.fetchStatus === 'idle' && Date.now() - state.dataUpdatedAt > 15_000

/** The newest notice a member was shown as a toast on this device. */
const toastedKey = (memberId: string): string => `toastedNotice:${memberId}`

/** A browser without storage shows the toast again, which does no harm. */
const readToasted = (memberId: string): number => {
  try {
    return Number(localStorage.getItem(toastedKey(memberId)) ?? 0)
  } catch {
    return 0
  }
}

const writeToasted = (memberId: string, noticeId: number): void => {
  try {
    localStorage.setItem(toastedKey(memberId), String(noticeId))
  } catch {}
}

/**
 * Most pages show none, so the texts of all notifications load with the first. A notification about the member's own
 * page links to the notifications, where its text is.
 */
const showNotification = async (notice: MemberNotice, open: (to: string) => unknown): Promise<void> => {
  const { notificationLink, notificationText } = await untilLoaded(() => import('./notification-text.ts'))
  const to = notificationLink(notice)?.to
  const link = to === undefined || to === paths.myPage() ? paths.notices() : to
  void showToast({
    ...notificationText(notice, Date.now()),
    action: { label: '見る', onPress: () => void open(link) },
  })
}

/**
 * Shows the newest unread notification once on each device, on every screen but the notifications, and favourites who
 * have just gone on standby or posted.
 */
export const NotificationToast = () => {
  const memberId = useSession().data?.user.id
  const unread = useNotifications().data?.notifications.find(({ isUnread }) => isUnread)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isThere = pathname === paths.notices()
  useEffect(() => {
    if (!memberId || !unread || isThere || unread.id <= readToasted(memberId)) return
    writeToasted(memberId, unread.id)
    void showNotification(unread, navigate)
  }, [memberId, unread, isThere, navigate])
  useSocketEvent('notices:changed', () => {
    void queries.invalidateQueries({ queryKey: noticesKey })
    void queries.invalidateQueries({ queryKey: availabilityKey })
  })
  // What came while the socket was down was told to nobody.
  useEffect(() => {
    let isAgain = socketHub.isUp()
    return socketHub.onUp(() => {
      void queries.invalidateQueries({ queryKey: noticesKey, ...(isAgain ? {} : { predicate: isOld }) })
      isAgain = true
    })
  }, [queries])
  useSocketEvent('favourite:standby', ({ partnerId, partnerName }) => {
    void showToast({
      title: `${partnerName}さんが待機をはじめました`,
      text: 'お気に入りの方です。いま通話をかけられます。',
      action: { label: '見る', onPress: () => void navigate(paths.profile(partnerId)) },
    })
  })
  useSocketEvent('favourite:posted', ({ partnerName, postId }) => {
    void showToast({
      title: `${partnerName}さんが投稿しました`,
      text: 'お気に入りの方の新しい投稿です。',
      action: { label: '見る', onPress: () => void navigate(paths.timelinePost(postId)) },
    })
  })
  return null
}
