import type { Order } from '#contract/points/purchase.ts'
import { PaymentChallenge } from '#web/points/purchase/payment-challenge.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'

/** The bank's check of a charge in one tap, over the running call. */
export const ChallengeModal = ({
  order,
  onSettled,
  onClose,
}: {
  order: Order
  onSettled: (order: Order) => void
  onClose: () => void
}) => (
  <Modal open night title="カードの本人認証" onClose={onClose}>
    <PaymentChallenge order={order} onSettled={onSettled} />
  </Modal>
)
