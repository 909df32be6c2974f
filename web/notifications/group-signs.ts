import {
  Coins,
  Heart,
  Image,
  Landmark,
  type LucideIcon,
  MessagesSquare,
  Newspaper,
  Phone,
  ShieldCheck,
  ShoppingBag,
} from 'lucide-react'
import type { NoticeGroup } from '#domain/notifications/notice-kinds.ts'

/** What stands for a group of notifications, in the list and above a summary. */
export const groupSigns: Record<NoticeGroup, { icon: LucideIcon; name: string }> = {
  calls: { icon: Phone, name: '通話' },
  favourites: { icon: Heart, name: 'お気に入り' },
  timeline: { icon: Newspaper, name: 'タイムライン' },
  boards: { icon: MessagesSquare, name: '掲示板' },
  gallery: { icon: Image, name: 'ギャラリー' },
  market: { icon: ShoppingBag, name: 'フリマ' },
  points: { icon: Coins, name: 'ポイント' },
  earnings: { icon: Landmark, name: '報酬と出金' },
  account: { icon: ShieldCheck, name: 'アカウント' },
}
