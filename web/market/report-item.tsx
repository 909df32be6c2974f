import { useState } from 'react'
import { marketItemsEndpoints } from '#contract/market/items.ts'
import { ReportForm } from '#web/safety/report-form.tsx'
import { reportThanks } from '#web/safety/safety-texts.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
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
        <ReportForm
          title={`${what}を通報`}
          sentAlong={`${what}の内容が、確認のために運営に送られます。`}
          isSending={report.isPending}
          error={report.error}
          onSend={({ reportId, reason, text }) =>
            report.mutate(
              { itemId, reportId, reason, text, ...(questionId === undefined ? {} : { questionId }) },
              {
                onSuccess: () => {
                  setIsOpen(false)
                  void showToast({ tone: 'ok', title: '通報しました', text: reportThanks })
                },
              },
            )
          }
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  )
}
