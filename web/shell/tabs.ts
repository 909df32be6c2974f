import { House, Images, type LucideIcon, MessageCircle, Search, Tent, UserRound } from 'lucide-react'
import type { Role } from '#contract/account/account.ts'
import type { TabPath } from '#domain/shell/tabs.ts'
import { paths } from './navigation/paths.ts'

export interface Tab {
  path: TabPath
  label: string
  icon: LucideIcon
  shownTo: (role: Role | null) => boolean
}

const everyone = () => true

/** The tabs whose area exists, of the six tabs of the specification. */
export const tabs: readonly Tab[] = [
  { path: paths.home(), label: 'ホーム', icon: House, shownTo: everyone },
  { path: paths.search(), label: 'さがす', icon: Search, shownTo: everyone },
  { path: paths.conversations(), label: 'トーク', icon: MessageCircle, shownTo: everyone },
  { path: paths.base(), label: 'ベース', icon: Tent, shownTo: everyone },
  { path: paths.gallery(), label: 'ギャラリー', icon: Images, shownTo: everyone },
  { path: paths.myPage(), label: 'マイページ', icon: UserRound, shownTo: everyone },
]
