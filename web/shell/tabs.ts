import { House, Images, type LucideIcon, MessageCircle, Search, Tent, UserRound } from 'lucide-react'
import type { Role } from '../../contract/account.ts'
import type { TabPath } from '../../domain/shell/tabs.ts'
import { paths } from './paths.ts'

export interface Tab {
  path: TabPath
  label: string
  icon: LucideIcon
  /** Whether its area exists yet, and for whom: a tab without an area isn't shown. */
  shownTo: (role: Role | null) => boolean
}

const nobodyYet = () => false
const everyone = () => true

export const tabs: readonly Tab[] = [
  { path: paths.home(), label: 'ホーム', icon: House, shownTo: everyone },
  { path: paths.search(), label: 'さがす', icon: Search, shownTo: nobodyYet },
  { path: paths.conversations(), label: 'トーク', icon: MessageCircle, shownTo: nobodyYet },
  { path: paths.base(), label: 'ベース', icon: Tent, shownTo: (role) => role === 'broadcaster' },
  { path: paths.gallery(), label: 'ギャラリー', icon: Images, shownTo: nobodyYet },
  { path: paths.myPage(), label: 'マイページ', icon: UserRound, shownTo: everyone },
]
