import { useState } from 'react'
import { type ItemDetail, marketItemsEndpoints, type Offer } from '#contract/market/items.ts'
import { dayTimeAhead, points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import styles from './forms.module.css'
import { useMarketChange } from './queries.ts'
import { offerTexts, typedNumber } from './texts.ts'

/** 希望価格: the buyer's offer, or for the seller the open ones. */
export const OfferPanel = ({ item }: { item: ItemDetail }) => {
  if (item.state !== 'onSale') return null
  if (item.isOwn)
    return item.offers.length === 0 ? null : (
      <Panel title="届いた希望価格" note="24時間で期限が切れます">
        <Rows>
          {item.offers.map((offer) => (
            <li key={offer.offerId}>
              <Received offer={offer} />
            </li>
          ))}
        </Rows>
      </Panel>
    )
  const [own] = item.offers
  const isRunning = own && own.state !== 'declined' && own.state !== 'expired'
  return (
    <Panel title="価格の相談">
      {own ? (
        <p className={styles.note}>
          {points(own.points)}・{offerTexts[own.state]}
          {isRunning ? `（${dayTimeAhead(own.expiresAt, Date.now())}まで）` : ''}
        </p>
      ) : null}
      {own?.state === 'countered' ? <Answer offer={own} mayCounter={false} /> : null}
      {isRunning ? null : <OfferForm item={item} />}
    </Panel>
  )
}

const OfferForm = ({ item }: { item: ItemDetail }) => {
  const [written, setWritten] = useState('')
  const [offerId, setOfferId] = useState(() => crypto.randomUUID())
  const send = useMarketChange(marketItemsEndpoints.offerFleaMarketPrice, { success: '希望価格を伝えました' })
  const wanted = typedNumber(written)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (send.isPending || wanted === 0) return
        send.mutate({ itemId: item.itemId, offerId, points: wanted })
        setOfferId(crypto.randomUUID())
      }}
    >
      <Field
        label="希望価格"
        note="pt"
        hint={`${points(Math.ceil(item.points / 2))}から。出品者が承諾すると、24時間その価格で購入できます。`}
        error={send.error?.message}
        trailing={
          <Button type="submit" busy={send.isPending} aria-disabled={wanted === 0 || undefined}>
            伝える
          </Button>
        }
      >
        <Input inputMode="numeric" value={written} onChange={(event) => setWritten(event.target.value)} />
      </Field>
    </form>
  )
}

const Received = ({ offer }: { offer: Offer }) => (
  <div className={styles.form}>
    <p>
      <b className="num">{points(offer.points)}</b>{' '}
      <span className={styles.note}>
        {offer.state === 'open' ? '' : offer.state === 'countered' ? '提案済み・' : '承諾済み・'}
        {dayTimeAhead(offer.expiresAt, Date.now())}まで
      </span>
    </p>
    {offer.state === 'open' ? <Answer offer={offer} mayCounter /> : null}
  </div>
)

/** What can't be taken back, asked first. */
const finals = {
  accept: {
    question: 'を承諾しますか？',
    text: 'お相手は、24時間この価格で購入できます。承諾は取り消せません。',
    label: '承諾する',
  },
  decline: {
    question: 'を見送りますか？',
    text: '見送ったあとは、この価格を承諾できません。',
    label: '見送る',
  },
} as const

const Answer = ({ offer, mayCounter }: { offer: Offer; mayCounter: boolean }) => {
  const { offerId, points: price } = offer
  const [counter, setCounter] = useState<string | null>(null)
  const [asked, setAsked] = useState<keyof typeof finals | null>(null)
  const answer = useMarketChange(marketItemsEndpoints.answerFleaMarketOffer)
  const send = (how: 'accept' | 'decline' | 'counter', wanted = price) =>
    answer.mutate({ offerId, answer: how, points: wanted }, { onSuccess: () => setAsked(null) })
  return (
    <>
      <div className={styles.row}>
        {/* A buyer who accepts is bound to nothing. */}
        <Button
          variant="primary"
          busy={answer.isPending}
          onClick={() => (mayCounter ? setAsked('accept') : send('accept'))}
        >
          {points(price)}で承諾
        </Button>
        {mayCounter ? (
          <Button aria-disabled={answer.isPending} onClick={() => setCounter('')}>
            別の価格
          </Button>
        ) : null}
        <Button variant="text" aria-disabled={answer.isPending} onClick={() => setAsked('decline')}>
          見送る
        </Button>
      </div>
      {counter === null ? null : (
        <Field
          label="提案する価格"
          note="pt"
          trailing={
            <Button busy={answer.isPending} onClick={() => send('counter', typedNumber(counter))}>
              提案する
            </Button>
          }
        >
          <Input inputMode="numeric" value={counter} onChange={(event) => setCounter(event.target.value)} />
        </Field>
      )}
      {answer.error && asked === null ? (
        <p className={styles.error} role="alert">
          {answer.error.message}
        </p>
      ) : null}
      {asked ? (
        <ConfirmDialog
          title={`${points(price)}の${mayCounter ? '希望価格' : '提案'}${finals[asked].question}`}
          label={finals[asked].label}
          isPending={answer.isPending}
          error={answer.error}
          onConfirm={() => send(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{finals[asked].text}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
