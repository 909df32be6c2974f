import { unknownOutcome, unknownTitle } from '#web/points/purchase/pay-once.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import styles from './quick-top-up.module.css'
import type { Problem } from './use-top-up.ts'

/** Why a charge didn't happen. The orders open in another tab: the call goes on. */
export const ChargeProblem = ({ problem }: { problem: Problem }) => (
  <p role="alert" className={styles.problem}>
    {problem === unknownOutcome ? (
      <>
        {unknownTitle}。{problem.message}{' '}
        <a href={paths.orders()} target="_blank" rel="noreferrer">
          購入の履歴を開く
        </a>
      </>
    ) : (
      problem.message
    )}
  </p>
)
