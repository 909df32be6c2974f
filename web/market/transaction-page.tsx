import { useState } from 'react'
import {
  marketTransactionsEndpoints,
  type TransactionAction,
  type TransactionDetail,
} from '#contract/market/transactions.ts'
import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { Link, useParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { dayTime, points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import { contentUrl } from '#web/ui/person/images.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BlockTrader } from './block-trader.tsx'
import { DisputePanel } from './dispute-panel.tsx'
import styles from './forms.module.css'
import { LabelForm, ReviewForm } from './next-step-forms.tsx'
import { useMarketChange, useTransaction } from './queries.ts'
import { carrierTexts, momentTexts, trackingTexts } from './texts.ts'
import own from './transaction-page.module.css'
import { nextStep } from './transaction-view.ts'

/** One transaction: what to do next, what happened, and what it is about. */
export const MarketTransactionPage = () => {
  const { transactionId = '' } = useParams()
  return (
    <MemberSubPage title="取引" back={paths.marketOwn()}>
      <Content transactionId={transactionId} />
    </MemberSubPage>
  )
}

const Content = ({ transactionId }: { transactionId: string }) => {
  const query = useTransaction(transactionId)
  if (query.data) return <Transaction transaction={query.data.transaction} />
  return query.isError ? <QueryError query={query} /> : <Skeleton height={420} />
}

const Transaction = ({ transaction }: { transaction: TransactionDetail }) => {
  const { disputeEntries, phase } = transaction
  const isDisputed = phase === 'disputed' || phase === 'returning'
  return (
    <>
      <NextStepPanel transaction={transaction} />
      {isDisputed || disputeEntries.length > 0 ? (
        <DisputePanel transaction={transaction} isOpen={isDisputed} />
      ) : null}
      <Timeline transaction={transaction} />
      <About transaction={transaction} />
      <OtherActions transaction={transaction} />
      <BlockTrader name={transaction.partnerName} place={{ transactionId: transaction.transactionId }} />
    </>
  )
}

const NextStepPanel = ({ transaction }: { transaction: TransactionDetail }) => {
  const { transactionId, shipment } = transaction
  const { title, text, action } = nextStep(transaction, Date.now())
  const update = useMarketChange(marketTransactionsEndpoints.updateFleaMarketTransaction)
  const ship = useMarketChange(marketTransactionsEndpoints.updateFleaMarketShipmentStatus)
  const error = update.error ?? ship.error
  return (
    <Panel className={own.next}>
      <h2>{title}</h2>
      {text ? <p className={styles.note}>{text}</p> : null}
      {action === 'ship' && shipment.labelCode !== null && shipment.carrier !== null ? (
        <p className={own.code}>
          <small>{carrierTexts[shipment.carrier].name}の発送コード</small>
          <b className="num">{shipment.labelCode}</b>
          <small>{carrierTexts[shipment.carrier].about}</small>
        </p>
      ) : null}
      {error ? (
        <p className={styles.error} role="alert">
          {error.message}
        </p>
      ) : null}
      {action === 'label' ? <LabelForm transaction={transaction} /> : null}
      {action === 'review' ? <ReviewForm transaction={transaction} /> : null}
      {action === 'ship' ? (
        <Button
          variant="primary"
          size="l"
          block
          busy={ship.isPending}
          onClick={() => ship.mutate({ transactionId, status: 'shipped' })}
        >
          発送したことを知らせる
        </Button>
      ) : null}
      {action === 'receive' ? (
        <Confirmed
          button="受け取ったことを知らせる"
          title="受け取りましたか？"
          text={`${points(transaction.points)}が出品者に渡ります。中身に問題がないか、先にご確認ください。`}
          busy={update.isPending}
          onConfirm={() => update.mutate({ transactionId, action: 'receive' })}
          isMain
        />
      ) : null}
      {action === 'confirmReturn' ? (
        <Confirmed
          button="商品が戻ったことを知らせる"
          title="商品は戻りましたか？"
          text={`${points(transaction.points)}が購入者に戻ります。`}
          busy={update.isPending}
          onConfirm={() => update.mutate({ transactionId, action: 'confirmReturn' })}
          isMain
        />
      ) : null}
    </Panel>
  )
}

const Confirmed = ({
  button,
  title,
  text,
  busy,
  onConfirm,
  isMain = false,
}: {
  button: string
  title: string
  text: string
  busy: boolean
  onConfirm: () => void
  isMain?: boolean
}) => {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        variant={isMain ? 'primary' : 'text'}
        size={isMain ? 'l' : 'm'}
        block
        busy={busy}
        onClick={() => setIsOpen(true)}
      >
        {button}
      </Button>
      <Modal open={isOpen} onClose={close} title={title} align="center">
        <p className={styles.note}>{text}</p>
        <Button
          variant="primary"
          block
          onClick={() => {
            close()
            onConfirm()
          }}
        >
          はい
        </Button>
        <Button block data-autofocus onClick={close}>
          やめる
        </Button>
      </Modal>
    </>
  )
}

const Timeline = ({ transaction: { steps, shipment } }: { transaction: TransactionDetail }) => (
  <Panel
    title="これまで"
    {...(shipment.tracking && shipment.tracking !== 'waiting'
      ? { note: `配送：${trackingTexts[shipment.tracking]}` }
      : {})}
  >
    <ol className={own.steps}>
      {steps.map(({ moment, at }) => (
        <li key={`${moment} ${at}`}>
          <span>{momentTexts[moment] ?? ''}</span>
          <small className="num">{dayTime(at, Date.now())}</small>
        </li>
      ))}
    </ol>
  </Panel>
)

const About = ({ transaction }: { transaction: TransactionDetail }) => {
  const { side, imageId, title, itemId, partnerName, feePercent, proceedsPoints, reviews } = transaction
  return (
    <Panel title="商品">
      <Link to={paths.marketItem(itemId)} className={own.item}>
        {imageId ? <img src={contentUrl(imageId, 180)} alt="" /> : null}
        <b>{title}</b>
      </Link>
      <FactList
        items={[
          { label: side === 'buyer' ? '出品者' : '購入者', value: partnerName },
          { label: '価格', value: points(transaction.points) },
          ...(side === 'seller'
            ? [{ label: '売上', value: points(proceedsPoints), note: `手数料 ${feePercent}%` }]
            : []),
          ...reviews.map(({ author, isGood, text }) => ({
            label: author === 'buyer' ? '購入者の評価' : '出品者の評価',
            value: isGood ? 'よかった' : '残念だった',
            note: text,
          })),
        ]}
      />
    </Panel>
  )
}

const texts: Record<
  Exclude<TransactionAction, 'receive' | 'confirmReturn'>,
  { button: string; title: string; text: string }
> = {
  cancel: {
    button: '取引をキャンセルする',
    title: '取引をキャンセルしますか？',
    text: '購入者のポイントは、すべて戻ります。',
  },
  dispute: {
    button: '問題を報告する',
    title: '問題を報告しますか？',
    text: '解決するまでポイントは動きません。運営とお相手に、状況を書いて伝えられます。',
  },
  acceptReturn: {
    button: '返品を承諾する',
    title: '返品を承諾しますか？',
    text: '商品が戻ったことを知らせると、購入者にポイントが戻ります。',
  },
}

/** What a buyer in the hour to think again should know before. */
const textOfOwnCancellation =
  'ポイントは、すべて戻ります。購入から1時間以内にキャンセルした商品は、24時間購入できなくなります。'

/** What may be done besides the next step. */
const OtherActions = ({ transaction }: { transaction: TransactionDetail }) => {
  const { transactionId, actions, phase, side } = transaction
  const update = useMarketChange(marketTransactionsEndpoints.updateFleaMarketTransaction, {
    failure: '変更できませんでした',
  })
  const isDisputed = phase === 'disputed'
  return (
    <div>
      {isDisputed && actions.includes('receive') ? (
        <Confirmed
          button="解決したので受け取る"
          title="解決しましたか？"
          text={`${points(transaction.points)}が出品者に渡ります。`}
          busy={update.isPending}
          onConfirm={() => update.mutate({ transactionId, action: 'receive' })}
        />
      ) : null}
      {(['acceptReturn', 'dispute', 'cancel'] as const).map((action) =>
        actions.includes(action) ? (
          <Confirmed
            key={action}
            {...texts[action]}
            {...(action === 'cancel' && side === 'buyer' ? { text: textOfOwnCancellation } : {})}
            busy={update.isPending}
            onConfirm={() => update.mutate({ transactionId, action })}
          />
        ) : null,
      )}
    </div>
  )
}
