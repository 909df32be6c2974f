import { SubPage } from '#web/layout/sub-page.tsx'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { BecomeBroadcaster } from '#web/studio/become-broadcaster.tsx'

/** What a broadcaster earns, how it works, and the way to the application. */
export const BecomePage = () => {
  useSession({ required: true })
  return (
    <SubPage title="配信者になる" bar="ベース" back={paths.base()}>
      <h1 className="vh">配信者になる</h1>
      <BecomeBroadcaster />
    </SubPage>
  )
}
