import { useState } from 'react'
import { BlockDialog } from '#web/safety/block-dialog.tsx'
import { useBlockTrader } from '#web/safety/queries.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import styles from './item-page.module.css'

/** Blocks the seller of an item, or the other side of a transaction. */
export const BlockTrader = ({
  name,
  place,
  onBlocked,
}: {
  name: string
  place: { itemId: string } | { transactionId: string }
  onBlocked?: () => void
}) => {
  const [isOpen, setIsOpen] = useState(false)
  const block = useBlockTrader()
  const send = () =>
    block.mutate(place, {
      onSuccess: () => {
        setIsOpen(false)
        onBlocked?.()
        void showToast({
          tone: 'ok',
          title: `${name}さんをブロックしました`,
          text: 'マイページでいつでも解除できます。',
        })
      },
    })
  return (
    <>
      <button type="button" className={styles.report} onClick={() => setIsOpen(true)}>
        {name}さんをブロックする
      </button>
      {isOpen ? (
        <BlockDialog
          name={name}
          effects={[
            'お互いの出品や質問、価格の相談が表示されなくなります。',
            '進行中の取引は、最後まで続けられます。',
          ]}
          isPending={block.isPending}
          error={block.error}
          onConfirm={send}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  )
}
