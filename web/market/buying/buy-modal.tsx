import { useState } from 'react'
import type { ItemDetail } from '#contract/market/items.ts'
import { marketTransactionsEndpoints } from '#contract/market/transactions.ts'
import { useNavigate } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useIsHere } from '#web/shell/navigation/use-is-here.ts'
import { points } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { FactList } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import styles from '../forms.module.css'
import { useMarketChange, useMarketTerms, useOwnAddress } from '../queries.ts'
import { postageTexts } from '../texts.ts'

/** Buys, and then shows the transaction; over another page that was opened meanwhile it only says how it ended. */
const useBuying = ({ itemId, ownPoints, version }: ItemDetail) => {
  const navigate = useNavigate()
  const isHere = useIsHere()
  const [transactionId] = useState(() => crypto.randomUUID())
  const { mutateAsync, isPending, error } = useMarketChange(
    marketTransactionsEndpoints.createFleaMarketTransaction,
  )
  const show = () => void navigate(paths.marketTransaction(transactionId))
  const buy = async () => {
    try {
      await mutateAsync({ transactionId, itemId, points: ownPoints, version })
      if (isHere()) show()
      else void showToast({ tone: 'ok', title: '購入しました', action: { label: '見る', onPress: show } })
    } catch (failure) {
      // The modal shows it, where it is still there.
      if (isHere() || !(failure instanceof Error)) return
      void showToast({ tone: 'error', title: '購入できませんでした', text: failure.message })
    }
  }
  return { buy, isPending, error }
}

/** The final confirmation: price, what it is paid from, and where it goes. */
export const BuyModal = ({ item, onClose }: { item: ItemDetail; onClose: () => void }) => {
  const terms = useMarketTerms()
  const address = useOwnAddress()
  const buying = useBuying(item)
  const failed = [terms, address].find(({ isError }) => isError)
  return (
    <Modal open onClose={onClose} title="購入の確認" dismissible={!buying.isPending}>
      {terms.data && address.data ? (
        <Confirmation
          item={item}
          buying={buying}
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
  item: { itemId, ownPoints, postage },
  buying: { buy, isPending, error },
  proceeds,
  wallet,
  address,
}: {
  item: ItemDetail
  buying: ReturnType<typeof useBuying>
  proceeds: number
  wallet: number
  address: { prefecture: string; city: string; street: string } | null
}) => {
  const fromProceeds = Math.min(proceeds, ownPoints)
  const fromWallet = ownPoints - fromProceeds
  // While it is paid, the wallet may have less already.
  const isShort = fromWallet > wallet && !isPending
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
      {error ? (
        <p className={styles.error} role="alert">
          {error.message}
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
        <Button variant="primary" size="l" block busy={isPending} onClick={() => void buy()}>
          {points(ownPoints)}で購入する
        </Button>
      )}
    </>
  )
}
