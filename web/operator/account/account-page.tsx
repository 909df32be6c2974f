import { type OperatorSignIn, operatorAccountEndpoints } from '#contract/operators/account.ts'
import { count } from '#web/text/format.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import { PasswordChange, RecoveryCodeRenewal } from './account-forms.tsx'

/** The operator's own account: sign-ins, recovery codes, the password. */
export const OperatorAccountPage = () => {
  const query = useOperatorQuery(operatorAccountEndpoints.operatorAccount, {})
  const endOthers = useOperatorAction(operatorAccountEndpoints.operatorEndOtherSignIns)
  return (
    <>
      <PageHead title="アカウント" />
      <QueryStates query={query}>
        {({ signIns, recoveryCodesLeft }) => (
          <>
            <section>
              <h2 className={styles.subtitle}>ログイン中の端末</h2>
              <DataTable
                label="ログイン中の端末"
                columns={columns}
                rows={signIns}
                keyOf={(each) => `${each.signedInAt} ${each.address}`}
              />
              {signIns.length > 1 ? (
                <div className={styles.more}>
                  <ConfirmButton
                    action={endOthers}
                    input={{}}
                    label="ほかの端末を終了"
                    title="ほかの端末のログインを終了しますか？"
                  />
                </div>
              ) : null}
            </section>
            <section className={styles.section}>
              <h2>予備コード</h2>
              <p>
                未使用のコードは{count(recoveryCodesLeft)}個です。再発行すると、前のコードは使えなくなります。
              </p>
              <RecoveryCodeRenewal />
            </section>
            <section className={styles.section}>
              <h2>パスワードの変更</h2>
              <p>変更すると、ほかの端末のログインは終了します。</p>
              <PasswordChange />
            </section>
          </>
        )}
      </QueryStates>
    </>
  )
}

const columns: readonly Column<OperatorSignIn>[] = [
  {
    head: '接続元',
    cell: ({ address, isThis }) => (
      <>
        {address}
        {isThis ? <small className={styles.aside}>この端末</small> : null}
      </>
    ),
  },
  { head: 'ブラウザ', wide: true, cell: ({ userAgent }) => userAgent },
  { head: 'ログイン', cell: ({ signedInAt }) => <DateText at={signedInAt} /> },
  { head: '最後の操作', cell: ({ lastUsedAt }) => <DateText at={lastUsedAt} /> },
]
