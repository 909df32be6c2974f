import { useParams } from 'react-router'
import { operatorMessagePagesEndpoints } from '#contract/operator-message-pages.ts'
import { showToast } from '#web/ui/toast.ts'
import { MessageForm } from './message-form.tsx'
import { useOperatorQuery } from './operator-queries.ts'
import { PageHead } from './page-head.tsx'
import { QueryStates } from './query-states.tsx'

/** One landing page, to be changed. */
export const MessagePagePage = () => {
  const { name = '' } = useParams()
  const query = useOperatorQuery(operatorMessagePagesEndpoints.operatorMessagePage, { name })
  return (
    <>
      <PageHead title="お知らせページの編集" about="変更は、保存するとすぐに表示されます。" />
      <QueryStates query={query}>
        {({ page }) => (
          <MessageForm
            key={page.revision}
            page={page}
            onDone={() => void showToast({ tone: 'ok', title: '保存しました' })}
          />
        )}
      </QueryStates>
    </>
  )
}
