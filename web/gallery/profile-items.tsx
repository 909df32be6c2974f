import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { ItemGrid, ItemGridSkeleton } from './item-tile.tsx'
import styles from './profile-gallery.module.css'
import { useGalleryItems } from './queries.ts'
import { RequestEntry } from './requests/request-entry.tsx'

/** Until the first page is there. */
const placesMax = 6

/** All items of a broadcaster, for the tab of the profile, and the way to a request for others. */
export const ProfileItems = ({ partner }: { partner: { id: string; name: string } }) => {
  const query = useGalleryItems({
    ...{ list: 'newest', period: 'week', kind: null, tag: null, priceTo: null },
    by: partner.id,
  })
  return (
    <>
      <PagedList
        query={query}
        itemsOf={(page) => page.items}
        loading={<ItemGridSkeleton count={placesMax} />}
        empty={
          <EmptyState title="作品はまだありません">
            {partner.name}さんの作品が、ここに表示されます。
          </EmptyState>
        }
        moreClassName={styles.request}
      >
        {(items) => <ItemGrid items={items} />}
      </PagedList>
      <div className={styles.request}>
        <RequestEntry partner={partner} />
      </div>
    </>
  )
}
