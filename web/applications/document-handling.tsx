import { EyeOff, LockKeyhole, type LucideIcon, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { KeptDays } from '#contract/applications/applications.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './application-page.module.css'

/** How the documents are handled, in plain words. */
export const DocumentHandling = ({ keptDays }: { keptDays: KeptDays }) => (
  <Panel title="書類の取り扱い">
    <ul className={styles.points}>
      <Point icon={LockKeyhole}>画像とお名前は暗号化して保管し、本人確認のほかには使いません。</Point>
      <Point icon={EyeOff}>
        見られるのは審査の担当者だけです。だれがいつ見たかは、すべて記録されます。ほかの会員に見えることはありません。
      </Point>
      <Point icon={Trash2}>
        審査が終わると、承認のときは{keptDays.approved}日後、お断りのときは{keptDays.refused}
        日後に、画像とお名前を消去します。申し込みを取り下げたときは、すぐに消去します。
      </Point>
    </ul>
  </Panel>
)

const Point = ({ icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li>
    <Icon of={icon} size="s" />
    <span>{children}</span>
  </li>
)
