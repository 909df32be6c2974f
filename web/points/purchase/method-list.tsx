import { useMutation } from '@tanstack/react-query'
import { CalendarCheck, CreditCard, Landmark, Plus } from 'lucide-react'
import { useState } from 'react'
import { type PaymentMethod, purchaseEndpoints } from '#contract/points/purchase.ts'
import { sandboxCards } from '#contract/points/sandbox-cards.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { cardLabel } from '../card-label.ts'
import type { CourseInfo } from '../queries.ts'
import choiceStyles from './choice.module.css'
import styles from './purchase.module.css'
import type { Payment } from './purchase-draft.ts'
import type { CardFieldsHandle } from './square-card-fields.ts'
import { SquareFields } from './square-fields.tsx'

/** The choice in the list. */
export interface MethodChoice {
  method: PaymentMethod
  /** Which of the sandbox's test cards. */
  testToken: string
  saveCard: boolean
}

/** The methods that a browser offers; App Store purchases come from the native wrapper. */
const offered = (info: CourseInfo): PaymentMethod[] =>
  (['savedCard', 'card', 'paidy', 'bankTransfer'] as const).filter((method) => info.methods.includes(method))

export const firstChoice = (info: CourseInfo): MethodChoice => ({
  method: offered(info)[0] ?? 'card',
  testToken: sandboxCards[0].token,
  saveCard: true,
})

/** The choice; or the first method where the chosen one is gone: a saved card may be removed in another tab. */
export const choiceIn = (info: CourseInfo, choice: MethodChoice): MethodChoice =>
  paymentOf(info, choice) ? choice : { ...choice, method: firstChoice(info).method }

/**
 * The chosen payment with its label; null when the method is no longer offered. Where a service has fields or a checkout
 * of its own, the token or payment id is empty until the service gives one.
 */
export const paymentOf = (info: CourseInfo, choice: MethodChoice): Payment | null => {
  if (!offered(info).includes(choice.method)) return null
  switch (choice.method) {
    case 'savedCard':
      return info.savedCard && { method: 'savedCard', label: cardLabel(info.savedCard) }
    case 'card': {
      if (info.cardFields)
        return { method: 'card', token: '', saveCard: choice.saveCard, label: 'クレジットカード' }
      const card = sandboxCards.find(({ token }) => token === choice.testToken) ?? sandboxCards[0]
      const label = `${card.brand} •••• ${card.number.slice(-4)}`
      return { method: 'card', token: card.token, saveCard: choice.saveCard, label }
    }
    case 'paidy':
      return {
        method: 'paidy',
        paymentId: info.paidyCheckout ? '' : sandboxCards[0].token,
        label: 'あと払い（Paidy）',
      }
    case 'bankTransfer':
      return { method: 'bankTransfer', label: '銀行振込' }
    case 'storekit':
      return null
  }
}

const looks = {
  savedCard: { icon: CreditCard, note: '' },
  card: { icon: Plus, note: 'Visa・Mastercard・JCB・Amex' },
  paidy: { icon: CalendarCheck, note: '翌月にまとめてお支払い' },
  bankTransfer: { icon: Landmark, note: 'ご入金の確認後にお届けします（1〜2営業日）' },
} as const

const nameOf = (info: CourseInfo, method: keyof typeof looks): { name: string; note: string } => {
  const { note } = looks[method]
  switch (method) {
    case 'savedCard': {
      const card = info.savedCard
      const expiry = card
        ? `${String(card.expiryMonth).padStart(2, '0')}/${String(card.expiryYear).slice(-2)}`
        : ''
      return { name: card ? cardLabel(card) : '', note: `登録したカード・有効期限 ${expiry}` }
    }
    case 'card':
      return { name: info.savedCard ? '別のカード' : 'クレジットカード', note }
    case 'paidy':
      return { name: 'あと払い（Paidy）', note }
    case 'bankTransfer':
      return { name: '銀行振込', note }
  }
}

export const MethodList = ({
  info,
  choice,
  onChoose,
  onCardFields,
  refresh,
}: {
  info: CourseInfo
  choice: MethodChoice
  onChoose: (choice: MethodChoice) => void
  /** Checks the card typed into a service's own fields; null without such fields. */
  onCardFields: (handle: CardFieldsHandle | null) => void
  refresh: () => void
}) => (
  <div className={choiceStyles.methods} role="radiogroup" aria-labelledby="methods">
    {offered(info).map((method) => {
      if (method === 'storekit') return null
      const { name, note } = nameOf(info, method)
      const isChosen = choice.method === method
      return (
        <div key={method}>
          <label className={choiceStyles.method}>
            <input
              type="radio"
              name="method"
              checked={isChosen}
              onChange={() => onChoose({ ...choice, method })}
            />
            <Icon of={looks[method].icon} />
            <span>
              {name}
              <small>{note}</small>
            </span>
            <span className={classes(choiceStyles.radio, choiceStyles.end)} />
          </label>
          {isChosen && method === 'card' ? (
            <CardChoice info={info} choice={choice} onChoose={onChoose} onCardFields={onCardFields} />
          ) : null}
          {isChosen && method === 'savedCard' ? (
            <RemoveCard
              name={name}
              onRemoved={() => {
                onChoose({ ...choice, method: 'card' })
                refresh()
              }}
            />
          ) : null}
        </div>
      )
    })}
  </div>
)

/** The card, in its service's own fields or one of the sandbox's test cards, and whether it is saved. */
const CardChoice = ({
  info,
  choice,
  onChoose,
  onCardFields,
}: {
  info: CourseInfo
  choice: MethodChoice
  onChoose: (choice: MethodChoice) => void
  onCardFields: (handle: CardFieldsHandle | null) => void
}) => (
  <div className={choiceStyles.more}>
    {info.cardFields ? <SquareFields fields={info.cardFields} onChange={onCardFields} /> : null}
    {info.isSandbox ? (
      <label className={choiceStyles.select}>
        <span>テスト用のカード（デモのため、請求はありません）</span>
        <select
          value={choice.testToken}
          onChange={(event) => onChoose({ ...choice, testToken: event.target.value })}
        >
          {sandboxCards.map(({ token, brand, number, outcome }) => (
            <option key={token} value={token}>
              {brand} {number.slice(-4)}：{outcome}
            </option>
          ))}
        </select>
      </label>
    ) : null}
    <label className={choiceStyles.check}>
      <input
        type="checkbox"
        checked={choice.saveCard}
        onChange={(event) => onChoose({ ...choice, saveCard: event.target.checked })}
      />
      このカードを登録する（通話中もワンタップで購入できます）
    </label>
  </div>
)

const RemoveCard = ({ name, onRemoved }: { name: string; onRemoved: () => void }) => {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => fetchEndpoint(purchaseEndpoints.removeSavedCard, {}),
    onSuccess: () => {
      setIsAsking(false)
      onRemoved()
    },
  })
  return (
    <div className={choiceStyles.more}>
      <button
        type="button"
        className={styles.textLink}
        onClick={() => {
          remove.reset()
          setIsAsking(true)
        }}
      >
        このカードの登録を削除する
      </button>
      {isAsking ? (
        <ConfirmDialog
          title="カードの登録を削除しますか？"
          label="削除する"
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          <p>{name}では、通話中にワンタップで購入できなくなります。</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
