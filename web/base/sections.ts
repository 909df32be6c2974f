import { Bell, ListChecks, type LucideIcon, MessagesSquare, Newspaper, ShoppingBag } from 'lucide-react'
import { useUnreadNotifications } from '#web/notifications/use-unread-notifications.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useNewPostsBadge } from '#web/timeline/use-new-posts.ts'

/** A place that ベース leads to. */
export interface Section {
  path: string
  title: string
  icon: LucideIcon
  /** How much is new there; undefined: it has no count. A hook. */
  useBadge?: () => number
  /** The timeline itself is on a caller's ベース. */
  isOnHub?: true
}

/** The places of ベース in their order; an area that comes adds its line. */
export const sections: readonly Section[] = [
  {
    path: paths.timeline(),
    title: 'タイムライン',
    icon: Newspaper,
    useBadge: useNewPostsBadge,
    isOnHub: true,
  },
  { path: paths.boards(), title: '掲示板', icon: MessagesSquare },
  { path: paths.missions(), title: 'ミッション', icon: ListChecks },
  { path: paths.market(), title: 'フリマ', icon: ShoppingBag },
  { path: paths.notices(), title: 'お知らせ', icon: Bell, useBadge: useUnreadNotifications },
]
