import { useState } from 'react'
import { type ItemState, itemStates } from '#contract/market/market.ts'
import { operatorMarketEndpoints } from '#contract/market/operator.ts'
import { categoryTexts, itemStateTexts } from '#web/market/texts.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { dayTime, points } from '#web/text/format.ts'
import { Chip } from '#web/ui/form/chip.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorCursorPages } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { PagedTable } from '../parts/paged-table.tsx'

/** Items of the flea market; one that wasn't shipped can be removed. */
export const MarketItemsPage = () => {
  const [state, setState] = useState<ItemState>('onSale')
  const query = useOperatorCursorPages(operatorMarketEndpoints.operatorMarketItems, { state })
  return (
    <>
      <PageHead
        title="フリマの商品"
        about="公開を停止すると、出品者に理由が伝わります。発送前の取引はキャンセルされ、購入者にポイントが戻ります。"
      />
      <div className={styles.filters}>
        {itemStates.map((each) => (
          <Chip key={each} pressed={state === each} onPress={() => setState(each)}>
            {itemStateTexts[each] ?? '販売中'}
          </Chip>
        ))}
      </div>
      <PagedTable
        query={query}
        rowsOf={(page) => page.items}
        label="フリマの商品"
        keyOf={({ itemId }) => itemId}
        empty="商品はありません"
        columns={[
          { head: '商品', wide: true, cell: ({ title }) => title },
          { head: 'カテゴリー', cell: ({ category }) => categoryTexts[category] },
          { head: '価格', align: 'end', cell: (row) => points(row.points) },
          {
            head: '出品者',
            cell: ({ sellerId }) => <Link to={paths.operator(`members/${sellerId}`)}>{sellerId}</Link>,
          },
          { head: '出品', cell: ({ listedAt }) => dayTime(listedAt, Date.now()) },
          {
            head: '操作',
            cell: (row) =>
              row.state === 'removed' ? null : <Remove itemId={row.itemId} title={row.title} />,
          },
        ]}
      />
    </>
  )
}

const Remove = ({ itemId, title }: { itemId: string; title: string }) => {
  const remove = useOperatorAction(operatorMarketEndpoints.operatorRemoveMarketItem)
  const [reason, setReason] = useState('')
  return (
    <ConfirmButton
      action={remove}
      input={{ itemId, reason: reason.trim() }}
      label="停止"
      title={`「${title}」の公開を停止しますか？`}
    >
      <Field label="理由" hint="出品者が読みます。">
        <Textarea rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ConfirmButton>
  )
}
