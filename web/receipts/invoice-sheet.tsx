import { Printer } from 'lucide-react'
import { useState } from 'react'
import { type Order, taxPercent } from '#contract/points/purchase.ts'
import type { Invoice } from '#contract/receipts/receipts.ts'
import { containedTaxYen } from '#domain/points/purchase/purchase.ts'
import { cardLabel } from '#web/points/card-label.ts'
import { methodText } from '#web/points/order-text.ts'
import { count, day, points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { FactList } from '#web/ui/panel.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import styles from './invoice-sheet.module.css'

/** Characters of the name that a receipt is made out to. */
const addresseeMax = 60

/**
 * An order's 領収書: on the screen with a field for the name that it is made out to, on paper and in a PDF alone on its
 * page. The name stays in this window: nobody but the one who prints needs it.
 */
export const InvoiceSheet = ({ order, invoice }: { order: Order; invoice: Invoice | undefined }) => {
  const [addressee, setAddressee] = useState('')
  return (
    <section className={styles.sheet} aria-labelledby="invoice">
      <div className={styles.head}>
        <h2 id="invoice">領収書</h2>
        <Wordmark className={styles.mark} />
      </div>
      <p className={styles.addressee} data-empty={addressee.trim() === '' || undefined}>
        <b>{addressee.trim()}</b>様
      </p>
      <p className={styles.total}>
        <span>お支払い合計</span>
        <b className="num">
          {count(order.priceYen)}
          <small>円(税込)</small>
        </b>
      </p>
      <p className={styles.tax}>
        {taxPercent}%対象 <span className="num">{count(order.priceYen)}円</span>（うち消費税{' '}
        <span className="num">{count(containedTaxYen(order.priceYen, taxPercent))}円</span>）
      </p>
      <FactList items={factsOf(order, invoice)} />
      <p className={styles.issuer}>
        {invoice?.issuer ?? '今宵 Koyoi'}
        {invoice?.registrationNumber ? (
          <span>
            登録番号 <span className="num">{invoice.registrationNumber}</span>
          </span>
        ) : null}
        <span>
          注文番号 <span className="num">{order.orderId}</span>
        </span>
      </p>
      <div className={styles.print}>
        <Field label="宛名" hint="印刷とPDFにだけ使い、保存しません。">
          <Input
            value={addressee}
            maxLength={addresseeMax}
            autoComplete="off"
            placeholder="例: 株式会社こよい"
            onChange={(event) => setAddressee(event.target.value)}
          />
        </Field>
        <Button variant="quiet" block icon={Printer} onClick={() => window.print()}>
          印刷・PDFで保存
        </Button>
      </div>
    </section>
  )
}

const paidBy = (order: Order, invoice: Invoice | undefined): string =>
  invoice?.card ? cardLabel(invoice.card) : methodText[order.method]

/** With the year: paper is read in any year. */
const wholeDay = (at: string): string => day(at, 0)

const factsOf = (order: Order, invoice: Invoice | undefined) => {
  return [
    { label: 'お支払い日', value: wholeDay(order.paidAt ?? order.createdAt) },
    { label: '内容', value: 'ポイントの購入' },
    { label: 'お支払い', value: paidBy(order, invoice) },
    { label: '有料ポイント', value: points(order.paidPoints) },
    ...(order.freePoints > 0 ? [{ label: '無料ポイント', value: points(order.freePoints) }] : []),
    ...(order.bonusPoints > 0
      ? [{ label: 'はじめての特典', value: `無料${points(order.bonusPoints)}` }]
      : []),
    ...(order.repaidPoints > 0 ? [{ label: '未精算の分', value: `−${points(order.repaidPoints)}` }] : []),
    ...(invoice ? [{ label: '購入後の残高', value: points(invoice.balanceAfter) }] : []),
    ...(order.expiresAt ? [{ label: '有効期限', value: wholeDay(order.expiresAt) }] : []),
    ...(order.refundedYen > 0 ? [{ label: '返金', value: `${count(order.refundedYen)}円` }] : []),
  ]
}
