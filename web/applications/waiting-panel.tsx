import { CircleCheck, Hourglass } from 'lucide-react'
import { documentKinds, type OwnApplication } from '#contract/applications/applications.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import styles from './application-page.module.css'
import { sideName } from './document-texts.ts'
import { WithdrawButton } from './withdraw-button.tsx'

/** After submission: what was received, and that operators are reviewing it. */
export const WaitingPanel = ({
  application: { documentKind: kind, received, submittedAt },
}: {
  application: OwnApplication
}) => (
  <Panel title="審査をお待ちください">
    <div className={styles.form}>
      <p className={styles.state}>
        <Icon of={Hourglass} size="s" />
        担当者が確認しています。結果はお知らせでお伝えします。
      </p>
      <FactList
        items={[
          ...(submittedAt ? [{ label: '申し込み', value: <DateText at={submittedAt} /> }] : []),
          ...(kind ? [{ label: '書類', value: documentKinds[kind] }] : []),
          ...(kind
            ? received.map((side) => ({
                label: sideName(kind, side),
                value: (
                  <span className={styles.received}>
                    <Icon of={CircleCheck} size="s" />
                    受け取りました
                  </span>
                ),
              }))
            : []),
        ]}
      />
      <WithdrawButton state="submitted" />
    </div>
  </Panel>
)
