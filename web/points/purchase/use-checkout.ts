import { useRef, useState } from 'react'
import type { Course } from '#contract/points/purchase.ts'
import { useNavigate, useSearchParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useIsHere } from '#web/shell/navigation/use-is-here.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { type Payment, type PurchaseDraft, withCheckedCard } from './purchase-draft.ts'
import { returnPath } from './purchase-return.ts'
import type { CardFieldsHandle } from './square-card-fields.ts'

/** From the choice to its final confirmation; a card in a service's own fields is checked in between. */
export const useCheckout = () => {
  const navigate = useNavigate()
  const back = returnPath(window.location.origin, useSearchParams()[0].get('back'))
  const cardFields = useRef<CardFieldsHandle | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  const isHere = useIsHere()

  const goOn = async (course: Course, chosen: Payment) => {
    if (isChecking) return
    setIsChecking(true)
    const payment = await withCheckedCard(chosen, course.priceYen, cardFields.current)
    setIsChecking(false)
    // Nothing is bought yet, so there is nothing to say on another page.
    if (!isHere()) return
    if (!payment) {
      void showToast({
        tone: 'error',
        title: 'カードを確認できませんでした',
        text: 'カードの番号・有効期限・セキュリティコードを確認してください。',
      })
      return
    }
    const draft: PurchaseDraft = { orderId: crypto.randomUUID(), courseId: course.id, payment, back }
    void navigate(paths.purchaseConfirm(), { state: { draft } })
  }
  return {
    isChecking,
    goOn,
    onCardFields: (handle: CardFieldsHandle | null) => {
      cardFields.current = handle
    },
  }
}
