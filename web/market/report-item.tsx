import { useState } from 'react'
import { marketItemsEndpoints } from '#contract/market/items.ts'
import { OneReport } from '#web/safety/one-report.tsx'
import styles from './item-page.module.css'
import { useMarketChange } from './queries.ts'

/** The way to report an item, or a question under it. */
export const ReportItem = ({ itemId, questionId }: { itemId: string; questionId?: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  const report = useMarketChange(marketItemsEndpoints.reportFleaMarketItem, {})
  const what = questionId === undefined ? '商品' : '質問'
  return (
    <>
      <button type="button" className={styles.report} onClick={() => setIsOpen(true)}>
        {questionId === undefined ? 'この商品を通報する' : '通報'}
      </button>
      {isOpen ? (
        <OneReport
          report={report}
          input={(filled) => ({ ...filled, itemId, ...(questionId === undefined ? {} : { questionId }) })}
          title={`${what}を通報`}
          sentAlong={`${what}の内容が、確認のために運営に送られます。`}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  )
}
