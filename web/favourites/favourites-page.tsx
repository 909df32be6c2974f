import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { usePresenceEvents } from '#web/people/use-presence-events.ts'
import { Panel } from '#web/ui/panel.tsx'
import { FavouriteList } from './favourite-list.tsx'

/** Everybody the member favours. */
export const FavouritesPage = () => {
  usePresenceEvents()
  return (
    <MemberSubPage title="お気に入り">
      <Panel>
        <FavouriteList />
      </Panel>
    </MemberSubPage>
  )
}
