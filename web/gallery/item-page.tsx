import { Flag, Lock } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { GalleryItem } from '#contract/gallery/gallery.ts'
import { Link, useParams } from '#web/router/router.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useBackNavigation } from '#web/shell/navigation/use-back-navigation.ts'
import { isNotFound } from '#web/shell/query.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Tag } from '#web/ui/form/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SectionHead } from '#web/ui/panel.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './item-page.module.css'
import { FavouriteButton, ItemGrid } from './item-tile.tsx'
import { pictureAddress } from './picture-address.ts'
import { PurchasePanel } from './purchase-panel.tsx'
import { useGalleryItem, useGalleryItems } from './queries.ts'
import { RemovalReportModal } from './removal/removal-report-modal.tsx'
import { ItemPlayer } from './video/item-player.tsx'

const ImageViewer = lazyPart(async () => (await import('#web/chat/messages/image-viewer.tsx')).ImageViewer)

/** One item: its pictures, blurred or not, and its purchase. */
export const GalleryItemPage = () => {
  const itemId = useParams().itemId ?? ''
  const query = useGalleryItem(itemId)
  const goBack = useBackNavigation(paths.gallery)
  const [isReporting, setIsReporting] = useState(false)
  const isGone = isNotFound(query.error)
  // The query keeps its last answer when it fails: what was taken down meanwhile isn't shown any more.
  const item = isGone ? undefined : query.data
  usePageTitle(item?.title ?? 'ギャラリー')
  return (
    <>
      <AppBar onBack={goBack} className={styles.bar}>
        {item && item.access !== 'own' ? (
          <IconButton icon={Flag} label="この作品を通報" onClick={() => setIsReporting(true)} />
        ) : null}
      </AppBar>
      <div className={styles.wrap}>
        {item ? (
          <ItemView key={item.id} item={item} onBroken={async () => (await query.refetch()).data} />
        ) : isGone ? (
          <EmptyState
            level={1}
            title="この作品は表示できません"
            action={
              <ButtonLink variant="primary" to={paths.gallery()}>
                ギャラリーへ
              </ButtonLink>
            }
          >
            公開が終わったか、削除された可能性があります。
          </EmptyState>
        ) : query.isError ? (
          <>
            <h1 className="vh">ギャラリー</h1>
            <QueryError query={query} />
          </>
        ) : (
          <div role="status" className={styles.columns}>
            <h1 className="vh">ギャラリー</h1>
            <span className="vh">読み込み中</span>
            <Skeleton className={styles.blank} />
            <Skeleton height={260} />
          </div>
        )}
      </div>
      {query.data && isReporting ? (
        <RemovalReportModal item={query.data} onClose={() => setIsReporting(false)} />
      ) : null}
    </>
  )
}

const ItemView = ({
  item,
  onBroken,
}: {
  item: GalleryItem
  onBroken: () => Promise<GalleryItem | undefined>
}) => (
  <>
    <div className={styles.columns}>
      {item.video && item.access !== 'locked' ? (
        <ItemPlayer item={item} video={item.video} onBroken={onBroken} />
      ) : (
        <Pictures item={item} onBroken={() => void onBroken()} />
      )}
      <div className={styles.side}>
        <header className={styles.head}>
          <h1>{item.title}</h1>
          <FavouriteButton key={String(item.isFavourite)} item={item} className={styles.heart} />
        </header>
        <Link to={paths.profile(item.owner.id)} className={styles.owner}>
          <Avatar imageId={item.owner.avatarId} size={40} />
          <span>
            <b>{item.owner.name}</b>
            <small>
              <DateText at={item.shownAt} />
            </small>
          </span>
        </Link>
        {item.tags.length > 0 ? (
          <ul className={styles.tags} aria-label="タグ">
            {item.tags.map((tag) => (
              <li key={tag}>
                <Link to={paths.galleryList({ tag })}>
                  <Tag>{tag}</Tag>
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        <PurchasePanel item={item} />
      </div>
    </div>
    <MoreOfOwner item={item} />
  </>
)

/** The cover large, the others below it; a press opens them over the whole screen. */
const Pictures = ({ item, onBroken }: { item: GalleryItem; onBroken: () => void }) => {
  const [viewed, setViewed] = useState<number | null>(null)
  const isLocked = item.access === 'locked'
  const [cover, ...others] = item.files
  if (!cover) return null
  const altOf = (nth: number) =>
    item.kind === 'video' ? `「${item.title}」の動画` : `「${item.title}」の${nth + 1}枚目`
  const picture = (file: typeof cover, nth: number, size: 480 | 960) => (
    <img
      src={pictureAddress(file, size)}
      alt={isLocked ? `${altOf(nth)}（ぼかし）` : altOf(nth)}
      width={file.width}
      height={file.height}
      decoding="async"
      data-locked={isLocked || undefined}
      // The address may have ended while the page was open.
      onError={isLocked ? undefined : onBroken}
    />
  )
  const framed = (file: typeof cover, nth: number, size: 480 | 960) =>
    isLocked ? (
      <span className={styles.frame}>{picture(file, nth, size)}</span>
    ) : (
      <button
        type="button"
        className={styles.frame}
        aria-label={`${altOf(nth)}を大きく見る`}
        onClick={() => setViewed(nth)}
      >
        {picture(file, nth, size)}
      </button>
    )
  return (
    <div className={styles.pictures}>
      <div
        className={styles.cover}
        data-locked={isLocked || undefined}
        style={{ aspectRatio: `${cover.width} / ${cover.height}` }}
      >
        {framed(cover, 0, 960)}
        {isLocked ? (
          <span className={styles.lock}>
            <Icon of={Lock} />
            {item.kind === 'video' ? '購入すると再生できます' : '購入するとひらきます'}
          </span>
        ) : null}
      </div>
      {others.length > 0 ? (
        <ul className={styles.others}>
          {others.map((file, index) => (
            <li key={file.imageId}>{framed(file, index + 1, 480)}</li>
          ))}
        </ul>
      ) : null}
      {viewed === null ? null : (
        <Suspense fallback={null}>
          <ImageViewer
            images={item.files.map((file, nth) => ({
              src: pictureAddress(file, 1920),
              alt: altOf(nth),
              width: file.width,
              height: file.height,
            }))}
            index={viewed}
            onClose={() => setViewed(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

const moreMax = 6

const MoreOfOwner = ({ item }: { item: GalleryItem }) => {
  const query = useGalleryItems({
    ...{ list: 'newest', period: 'week', kind: null, tag: null, priceTo: null },
    by: item.owner.id,
  })
  const others = query.data?.pages[0]?.items.filter(({ id }) => id !== item.id).slice(0, moreMax) ?? []
  if (others.length === 0) return null
  return (
    <section className={styles.more} aria-labelledby="more-of-owner">
      <SectionHead id="more-of-owner" title={`${item.owner.name}さんのほかの作品`}>
        <Link to={paths.galleryList({ by: item.owner.id })}>すべて見る</Link>
      </SectionHead>
      <ItemGrid items={others} />
    </section>
  )
}
