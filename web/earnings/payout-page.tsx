import { useState } from 'react'
import type { MaskedBankAccount, Payout } from '#contract/points/payouts.ts'
import { payoutPointsMin } from '#domain/points/payout.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, dayTime, points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { FactList, Panel, Rows } from '#web/ui/panel.tsx'
import { AccountForm } from './account-form.tsx'
import { bankAccountKindText, payoutStateText } from './earning-text.ts'
import styles from './earnings.module.css'
import { EarningsFrame, LoadedQuery } from './earnings-frame.tsx'
import { useEarnings, usePayouts, useRequestPayout } from './queries.ts'

/** 支払いの申請: the amount, the account, and the state of earlier requests. */
export const PayoutPage = () => (
  <EarningsFrame title="支払いの申請" back={paths.earnings()}>
    <Content />
  </EarningsFrame>
)

const Content = () => {
  const earnings = useEarnings()
  return (
    <LoadedQuery query={usePayouts()}>
      {({ account, payouts }) => (
        <LoadedQuery query={earnings}>
          {({ summary }) => (
            <div className={styles.stack}>
              <Request
                payable={summary.payable}
                account={account}
                open={payouts.find(({ state }) => state === 'requested' || state === 'approved')}
              />
              <Account account={account} />
              {payouts.length > 0 ? <History payouts={payouts} /> : null}
            </div>
          )}
        </LoadedQuery>
      )}
    </LoadedQuery>
  )
}

const Request = ({
  payable,
  account,
  open,
}: {
  payable: number
  account: MaskedBankAccount | null
  open: Payout | undefined
}) => {
  const request = useRequestPayout()
  // One id for each request, however often the button is pressed or the network fails.
  const [payoutId, setPayoutId] = useState(() => crypto.randomUUID())
  if (open)
    return (
      <Panel title="申請中のお支払い" note={payoutStateText[open.state]}>
        <p className={`${styles.balance} num`}>
          {count(open.points)}
          <small>円</small>
        </p>
        <p className={styles.note}>運営の確認のあと、申請したときの口座へ振り込みます。</p>
      </Panel>
    )
  const isEnough = payable >= payoutPointsMin
  const send = () =>
    request.mutate(payoutId, {
      onSuccess: () => {
        setPayoutId(crypto.randomUUID())
        void showToast({ title: '支払いを申請しました', tone: 'ok' })
      },
    })
  return (
    <Panel title="お支払いする金額">
      <p className={`${styles.balance} num`}>
        {count(payable)}
        <small>円</small>
      </p>
      <p className={styles.note}>
        {isEnough
          ? '支払い可能な報酬を全額お支払いします。振込手数料はかかりません。'
          : `${points(payoutPointsMin)}から申請できます。`}
        {account === null ? '先に振込先の口座を登録してください。' : ''}
        {account?.requestsFrom
          ? `振込先が変わったため、${dayTime(account.requestsFrom, Date.now())}から申請できます。`
          : ''}
      </p>
      {isEnough && account && account.requestsFrom === null ? (
        <div className={styles.ask}>
          <Button variant="primary" block busy={request.isPending} onClick={send}>
            {count(payable)}円の支払いを申請する
          </Button>
        </div>
      ) : null}
      {request.error ? (
        <p className={styles.fault} role="alert">
          {request.error.message}
        </p>
      ) : null}
    </Panel>
  )
}

const Account = ({ account }: { account: MaskedBankAccount | null }) => {
  const [isWriting, setIsWriting] = useState(false)
  if (isWriting || account === null)
    return (
      <Panel title="振込先の口座">
        <AccountForm
          onSaved={() => {
            setIsWriting(false)
            void showToast({ title: '振込先を登録しました', tone: 'ok' })
          }}
          onCancel={account === null ? undefined : () => setIsWriting(false)}
        />
      </Panel>
    )
  return (
    <Panel title="振込先の口座">
      <FactList
        items={[
          { label: '銀行', value: `${account.bankName} ${account.branchName}` },
          { label: '口座', value: `${bankAccountKindText[account.kind]} ${account.maskedNumber}` },
          { label: '名義', value: account.holder },
          { label: '登録', value: <DateText at={account.changedAt} /> },
        ]}
      />
      <Button variant="quiet" block className={styles.more ?? ''} onClick={() => setIsWriting(true)}>
        口座を変更する
      </Button>
    </Panel>
  )
}

const History = ({ payouts }: { payouts: readonly Payout[] }) => (
  <Panel title="これまでの申請">
    <Rows className={styles.payouts}>
      {payouts.map((payout) => (
        <li key={payout.payoutId} className={styles.payout}>
          <span>
            <b className="num">{count(payout.points)}円</b>
            <small>
              <DateText at={payout.requestedAt} />
            </small>
            {payout.refusedBecause ? <small>理由: {payout.refusedBecause}</small> : null}
          </span>
          <span>{payoutStateText[payout.state]}</span>
        </li>
      ))}
    </Rows>
  </Panel>
)
