import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { SectionHead } from '#web/ui/panel.tsx'
import { ItemGrid } from './item-tile.tsx'
import { useGalleryItems } from './queries.ts'

const shownMax = 6

/** A broadcaster's newest items on the profile; absent without any. */
export const ProfileGallery = ({ broadcasterId }: { broadcasterId: string }) => {
  const query = useGalleryItems({
    ...{ list: 'newest', period: 'week', kind: null, tag: null, priceTo: null },
    by: broadcasterId,
  })
  const items = query.isPlaceholderData ? [] : (query.data?.pages[0]?.items ?? [])
  if (items.length === 0) return null
  return (
    <section aria-labelledby="profile-gallery">
      <SectionHead id="profile-gallery" title="ギャラリー">
        <Link to={paths.galleryList({ by: broadcasterId })}>すべて見る</Link>
      </SectionHead>
      <ItemGrid items={items.slice(0, shownMax)} />
    </section>
  )
}
