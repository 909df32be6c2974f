import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { usePresenceEvents } from '#web/people/use-presence-events.ts'
import { Panel } from '#web/ui/panel.tsx'
import { FavouriteList } from './favourite-list.tsx'

/** The member's favourites. */
export const FavouritesPage = () => {
  usePresenceEvents()
  return (
    <MemberSubPage title="お気に入り" isWide>
      <Panel>
        <FavouriteList />
      </Panel>
    </MemberSubPage>
  )
}
