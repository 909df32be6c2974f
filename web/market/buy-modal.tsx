import { useState } from 'react'
import type { ItemDetail } from '#contract/market/items.ts'
import { marketTransactionsEndpoints } from '#contract/market/transactions.ts'
import { useNavigate } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { points } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { FactList } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import styles from './forms.module.css'
import { useMarketChange, useMarketTerms, useOwnAddress } from './queries.ts'
import { postageTexts } from './texts.ts'

/** The final confirmation: price, what it is paid from, and where it goes. */
export const BuyModal = ({ item, onClose }: { item: ItemDetail; onClose: () => void }) => {
  const terms = useMarketTerms()
  const address = useOwnAddress()
  const failed = [terms, address].find(({ isError }) => isError)
  return (
    <Modal open onClose={onClose} title="購入の確認">
      {terms.data && address.data ? (
        <Confirmation
          item={item}
          proceeds={terms.data.proceeds}
          wallet={terms.data.wallet}
          address={address.data.address}
        />
      ) : failed ? (
        <QueryError query={failed} />
      ) : (
        <RowsSkeleton count={2} />
      )}
    </Modal>
  )
}

const Confirmation = ({
  item: { itemId, ownPoints, postage, version },
  proceeds,
  wallet,
  address,
}: {
  item: ItemDetail
  proceeds: number
  wallet: number
  address: { prefecture: string; city: string; street: string } | null
}) => {
  const navigate = useNavigate()
  const [transactionId] = useState(() => crypto.randomUUID())
  const buy = useMarketChange(marketTransactionsEndpoints.createFleaMarketTransaction)
  const fromProceeds = Math.min(proceeds, ownPoints)
  const fromWallet = ownPoints - fromProceeds
  const isShort = fromWallet > wallet
  return (
    <>
      <FactList
        items={[
          { label: '価格', value: <b className="num">{points(ownPoints)}</b> },
          { label: '送料', value: postageTexts[postage] },
          ...(fromProceeds > 0 ? [{ label: '売上から', value: points(fromProceeds) }] : []),
          ...(fromWallet > 0
            ? [{ label: 'ポイントから', value: points(fromWallet), note: `残高 ${points(wallet)}` }]
            : []),
          {
            label: 'お届け先',
            value: address ? `${address.prefecture} ${address.city}${address.street}` : '未登録',
          },
        ]}
      />
      <p className={styles.note}>
        ポイントは、受け取りが終わるまで運営がお預かりします。住所と名前が出品者に伝わることはありません。
      </p>
      {buy.error ? (
        <p className={styles.error} role="alert">
          {buy.error.message}
        </p>
      ) : null}
      {address === null ? (
        <ButtonLink to={paths.marketAddress(paths.marketItem(itemId))} variant="primary" size="l" block>
          お届け先を登録する
        </ButtonLink>
      ) : isShort ? (
        <ButtonLink to={paths.purchase(paths.marketItem(itemId))} variant="primary" size="l" block>
          ポイントを購入する
        </ButtonLink>
      ) : (
        <Button
          variant="primary"
          size="l"
          block
          busy={buy.isPending}
          onClick={() =>
            buy.mutate(
              { transactionId, itemId, points: ownPoints, version },
              { onSuccess: () => void navigate(paths.marketTransaction(transactionId)) },
            )
          }
        >
          {points(ownPoints)}で購入する
        </Button>
      )}
    </>
  )
}
