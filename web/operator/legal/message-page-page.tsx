import { operatorMessagePagesEndpoints } from '#contract/legal/operator/message-pages.ts'
import { useParams } from '#web/router/router.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import { MessageForm } from './message-form.tsx'

/** One landing page, to be edited. */
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
