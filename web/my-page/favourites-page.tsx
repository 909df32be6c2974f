import { usePresenceNews } from '#web/people/use-presence-news.ts'
import { Panel } from '#web/ui/panel.tsx'
import { FavouriteList } from './favourite-list.tsx'
import { OwnSubPage } from './own-sub-page.tsx'

/** Everybody the member favours. */
export const FavouritesPage = () => {
  usePresenceNews()
  return (
    <OwnSubPage title="お気に入り">
      <Panel>
        <FavouriteList />
      </Panel>
    </OwnSubPage>
  )
}
