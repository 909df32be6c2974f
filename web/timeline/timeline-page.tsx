import { SubPage } from '#web/layout/sub-page.tsx'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { Timeline } from './timeline.tsx'

/** The timeline on a page of its own: for broadcasters, whose ベース begins with the studio. */
export const TimelinePage = () => {
  useSession()
  return (
    <SubPage title="タイムライン" back={paths.base()}>
      <Timeline />
    </SubPage>
  )
}
