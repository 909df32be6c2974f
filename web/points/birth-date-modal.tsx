import { useState } from 'react'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { BirthDateForm } from './birth-date-form.tsx'

/** Shown once, before the first purchase (product.md 1.6). */
export const BirthDateModal = ({
  onClose,
  onStated,
}: {
  onClose: () => void
  onStated: (isUnderAge: boolean) => void
}) => {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Modal open title="生年月日の登録" onClose={onClose} dismissible={!isBusy}>
      <BirthDateForm onStated={onStated} onBusy={setIsBusy} />
    </Modal>
  )
}
