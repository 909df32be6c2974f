import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PhoneStatus } from '#contract/account/phone.ts'
import { refusals } from '#contract/refusals.ts'
import { points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PhoneCodeForm } from './phone-code-form.tsx'
import { PhoneNumberForm } from './phone-number-form.tsx'
import styles from './phone-panel.module.css'
import {
  type ReceivedPhoneStatus,
  usePhoneStatus,
  useRemovePhone,
  useUpdatePhoneStatus,
} from './phone-queries.ts'

/** The account's phone number: none, waiting for its code, or verified. */
export const PhonePanel = () => {
  const query = usePhoneStatus()
  return (
    <Panel title="電話番号">
      {query.data ? (
        <PhoneState received={query.data} />
      ) : query.isError ? (
        <QueryError query={query} />
      ) : (
        <Skeleton height={104} />
      )}
    </Panel>
  )
}

/** `next`: what the status requires. `number`: another number, with the reason. `kept`: the change is postponed. */
type View = { at: 'next' } | { at: 'number'; failure?: string } | { at: 'kept' }

const PhoneState = ({ received }: { received: ReceivedPhoneStatus }) => {
  const [view, setView] = useState<View>({ at: 'next' })
  /** As it was typed last: for sending once more. */
  const [typed, setTyped] = useState('')
  const updateStatus = useUpdatePhoneStatus()
  const { phone, pending, canSend } = received.phoneStatus
  const toNext = () => setView({ at: 'next' })
  const requestNumber = (failure?: string) => {
    // With a failure the code is over.
    if (failure !== undefined) updateStatus({ pending: null })
    setView(failure === undefined ? { at: 'number' } : { at: 'number', failure })
  }

  if (pending && view.at === 'next')
    return (
      <PhoneCodeForm
        pending={pending}
        receivedAtMs={received.receivedAtMs}
        typedNumber={typed}
        takesFocus={typed !== ''}
        onRequestNumber={requestNumber}
        onPutOff={phone ? () => setView({ at: 'kept' }) : undefined}
      />
    )
  if (phone && view.at !== 'number')
    return <Verified phone={phone} canSend={canSend} onChange={() => setView({ at: 'number' })} />
  if (!canSend) return <Note>{refusals.smsUnavailable.message}</Note>
  return (
    <>
      <Purpose phoneStatus={received.phoneStatus} />
      <PhoneNumberForm
        initial={typed}
        failure={view.at === 'number' ? view.failure : undefined}
        onSend={setTyped}
        onSent={toNext}
        onCancel={view.at === 'number' && (phone || pending) ? toNext : undefined}
      />
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => <p className={styles.note}>{children}</p>

const Purpose = ({ phoneStatus: { phone, bonusPoints } }: { phoneStatus: PhoneStatus }) =>
  phone ? (
    <Note>新しい番号を確認すると、{phone.maskedNumber} と入れ替わります。</Note>
  ) : (
    <Note>
      SMSで届くコードで、番号を確認します。ほかの方に表示されることはありません。
      {bonusPoints > 0 ? (
        <>
          <b className={styles.bonus}>はじめての確認で{points(bonusPoints)}をプレゼント</b>
          プレゼントは、1つのアカウント、1つの番号につき1回です。
        </>
      ) : null}
    </Note>
  )

const Verified = ({
  phone,
  canSend,
  onChange,
}: {
  phone: NonNullable<PhoneStatus['phone']>
  canSend: boolean
  onChange: () => void
}) => {
  const [isRemoving, setRemoving] = useState(false)
  return (
    <>
      <p className={styles.verified}>
        <Icon of={CircleCheck} />
        <span>
          <b>{phone.maskedNumber}</b>
          <small>
            <DateText at={phone.verifiedAt} form="day" /> に確認済み
          </small>
        </span>
      </p>
      <div className={styles.two}>
        {canSend ? (
          <Button block onClick={onChange}>
            番号を変更
          </Button>
        ) : null}
        <Button block onClick={() => setRemoving(true)}>
          番号を削除
        </Button>
      </div>
      {isRemoving ? <RemoveModal onClose={() => setRemoving(false)} /> : null}
    </>
  )
}

const RemoveModal = ({ onClose }: { onClose: () => void }) => {
  const remove = useRemovePhone()
  return (
    <ConfirmDialog
      title="電話番号を削除"
      label="削除する"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>受け取ったポイントはそのまま使えます。もう一度確認しても、プレゼントのポイントはつきません。</p>
    </ConfirmDialog>
  )
}
