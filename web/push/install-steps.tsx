import { Share, SquarePlus } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'
import styles from './install-steps.module.css'

/** How an iPhone or iPad puts a page on its home screen: push works only from there. */
export const InstallSteps = () => (
  <ol className={styles.steps}>
    <li>
      <span>
        ブラウザの共有ボタン（
        <Icon of={Share} size="s" />
        ）を押す
      </span>
    </li>
    <li>
      <span>
        「ホーム画面に追加」（
        <Icon of={SquarePlus} size="s" />
        ）を選ぶ
      </span>
    </li>
    <li>
      <span>ホーム画面の「今宵」を開いて、通知を許可する</span>
    </li>
  </ol>
)
