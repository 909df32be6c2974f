import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { useViewerRole } from '#web/people/use-viewer-role.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ReceiptRows } from './receipt-list.tsx'

/** The member's calls, each with the way to its receipt. */
export const ReceiptsPage = () => {
  const side = useViewerRole() === 'broadcaster' ? 'broadcaster' : 'caller'
  return (
    <MemberSubPage title="通話の明細">
      <Panel>
        <ReceiptRows side={side} />
      </Panel>
    </MemberSubPage>
  )
}
