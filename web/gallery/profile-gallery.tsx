import type { ReactNode } from 'react'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { SectionHead } from '#web/ui/panel.tsx'
import { PartSkeleton } from '#web/ui/skeleton.tsx'
import { ItemGrid } from './item-tile.tsx'
import styles from './profile-gallery.module.css'
import { useGalleryItems } from './queries.ts'
import { RequestEntry } from './requests/request-entry.tsx'

const shownMax = 6

/** A broadcaster's newest items on the profile, the way to a request for others, and then what follows them. */
export const ProfileGallery = ({
  partner,
  isHeld = false,
  children,
}: {
  partner: { id: string; name: string }
  /** Something that follows isn't known yet. */
  isHeld?: boolean
  children?: ReactNode
}) => {
  const broadcasterId = partner.id
  const query = useGalleryItems({
    ...{ list: 'newest', period: 'week', kind: null, tag: null, priceTo: null },
    by: broadcasterId,
  })
  const items = query.isPlaceholderData ? [] : (query.data?.pages[0]?.items ?? [])
  if (isHeld || query.isLoading || query.isPlaceholderData) return <PartSkeleton height={320} />
  if (items.length === 0)
    return (
      <>
        <RequestEntry partner={partner} />
        {children}
      </>
    )
  return (
    <>
      <section aria-labelledby="profile-gallery">
        <SectionHead id="profile-gallery" title="ギャラリー">
          <Link to={paths.galleryList({ by: broadcasterId })}>すべて見る</Link>
        </SectionHead>
        <ItemGrid items={items.slice(0, shownMax)} />
        <div className={styles.request}>
          <RequestEntry partner={partner} />
        </div>
      </section>
      {children}
    </>
  )
}
