import { useState } from 'react'
import { type OrderLine, operatorOrdersEndpoints, ordersPerPage } from '#contract/points/operator/orders.ts'
import type { OrderState } from '#contract/points/purchase.ts'
import { declineText, methodText, orderStateText } from '#web/points/order-text.ts'
import { Link, useSearchParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { NothingHere, QueryStates } from '../parts/query-states.tsx'

const shownStates = ['created', 'granted', 'paying', 'challenge', 'chargedBack', 'refunded'] as const

/** Orders of points: found by state, or by the id of an order, a member or a payment. */
export const OperatorOrdersPage = () => {
  const [state, setState] = useState<OrderState | null>(null)
  const linkedSearch = useSearchParams()[0].get('search') ?? ''
  const [text, setText] = useState(linkedSearch)
  const [search, setSearch] = useState(linkedSearch)
  const query = useOperatorQuery(operatorOrdersEndpoints.operatorOrders, {
    ...(state ? { state } : {}),
    ...(search ? { search } : {}),
  })
  return (
    <>
      <PageHead title="注文" about="「お振込待ち」の注文は、入金を確認したら明細から記帳します。">
        <div className={styles.choices}>
          <Chip pressed={state === null} onPress={() => setState(null)}>
            すべて
          </Chip>
          {shownStates.map((each) => (
            <Chip key={each} pressed={state === each} onPress={() => setState(each)}>
              {orderStateText[each]}
            </Chip>
          ))}
        </div>
      </PageHead>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          setSearch(text.trim())
        }}
      >
        <Field
          label="さがす"
          hint="注文番号・会員ID・決済番号のどれか"
          trailing={
            <Button type="submit" variant="quiet">
              さがす
            </Button>
          }
        >
          <Input value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </form>
      <QueryStates query={query}>
        {({ orders, hasMore }) =>
          orders.length === 0 ? (
            <NothingHere title="あてはまる注文はありません" />
          ) : (
            <>
              <DataTable label="注文" columns={columns} rows={orders} keyOf={(order) => order.orderId} />
              {hasMore ? (
                <p className={styles.aside}>
                  新しい{ordersPerPage}件です。それより前の注文は、番号でさがしてください。
                </p>
              ) : null}
            </>
          )
        }
      </QueryStates>
    </>
  )
}

const columns: readonly Column<OrderLine>[] = [
  {
    head: '注文',
    wide: true,
    cell: (order) => (
      <>
        <Link className={styles.link} to={paths.operator(`orders/${order.orderId}`)}>
          {orderStateText[order.state]}
        </Link>
        <small className={styles.aside}>
          {order.declineReason ? declineText[order.declineReason] : order.orderId}
        </small>
      </>
    ),
  },
  {
    head: '会員',
    cell: (order) => (
      <>
        {order.memberName}
        <small className={styles.aside}>{order.memberId}</small>
      </>
    ),
  },
  { head: '方法', cell: (order) => methodText[order.method] },
  { head: '金額', align: 'end', cell: (order) => `${count(order.priceYen)}円` },
  {
    head: '入金',
    align: 'end',
    cell: (order) => (
      <>
        {count(order.capturedYen)}円
        {order.refundedYen > 0 ? (
          <small className={styles.aside}>返金 {count(order.refundedYen)}円</small>
        ) : null}
      </>
    ),
  },
  { head: '日時', cell: (order) => <DateText at={order.createdAt} /> },
]
