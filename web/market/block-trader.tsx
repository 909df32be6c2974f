import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequestOf } from '#contract/core/endpoint.ts'
import { traderBlockEndpoints } from '#contract/safety/trader-block.ts'
import { BlockDialog } from '#web/safety/block-dialog.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import styles from './item-page.module.css'

/** What the two show each other is on many pages: everything is fetched again. */
const useBlockTrader = () => {
  const client = useQueryClient()
  return useMutation<unknown, Error, RequestOf<typeof traderBlockEndpoints.blockFleaMarketPartner>>({
    mutationFn: (place) => fetchEndpoint(traderBlockEndpoints.blockFleaMarketPartner, place),
    onSuccess: () => void client.invalidateQueries(),
  })
}

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
