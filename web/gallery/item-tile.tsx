import { Check, Heart, Images, Lock, Play } from 'lucide-react'
import { useState } from 'react'
import type { GalleryCard } from '#contract/gallery/gallery.ts'
import { Link } from '#web/router/router.ts'
import { registerFor } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, points } from '#web/text/format.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { lengthText } from '#web/videos/length-text.ts'
import styles from './item-tile.module.css'
import { pictureAddress } from './picture-address.ts'
import { useFavouriteItem } from './queries.ts'

/** 無料, 購入済み, あなたの作品, or the price. */
const accessText = ({ access, price }: GalleryCard): string =>
  access === 'own'
    ? 'あなたの作品'
    : access === 'bought'
      ? '購入済み'
      : access === 'free'
        ? '無料'
        : points(price)

export const ItemGrid = ({
  items,
  eager = 0,
  ranked = false,
}: {
  items: readonly GalleryCard[]
  /** So many pictures load at once. */
  eager?: number
  ranked?: boolean
}) => (
  <ul className={styles.grid}>
    {items.map((item, index) => (
      <li key={item.id}>
        <ItemTile item={item} isEager={index < eager} rank={ranked ? index + 1 : null} />
      </li>
    ))}
  </ul>
)

const ItemTile = ({ item, isEager, rank }: { item: GalleryCard; isEager: boolean; rank: number | null }) => (
  <article className={styles.tile}>
    <div className={styles.picture}>
      <img
        src={pictureAddress(item.cover, 480)}
        alt=""
        loading={isEager ? 'eager' : 'lazy'}
        decoding="async"
        data-locked={item.access === 'locked' || undefined}
      />
      {rank === null ? null : (
        <span className={styles.rank} data-top={rank <= 3 || undefined}>
          <span className="vh">{rank}位</span>
          <span aria-hidden="true">{rank}</span>
        </span>
      )}
      <FavouriteButton key={`${item.id} ${item.isFavourite}`} item={item} className={styles.heart} />
      <span className={styles.price} data-access={item.access}>
        {item.access === 'locked' ? <Icon of={Lock} size="xs" /> : null}
        {item.access === 'bought' ? <Icon of={Check} size="xs" /> : null}
        {accessText(item)}
      </span>
      {item.durationMs === null ? null : (
        <span className={styles.count}>
          <Icon of={Play} size="xs" filled />
          <span className="vh">動画</span>
          {lengthText(item.durationMs)}
        </span>
      )}
      {item.pictures > 1 ? (
        <span className={styles.count}>
          <Icon of={Images} size="xs" />
          {item.pictures}
          <span className="vh">枚</span>
        </span>
      ) : null}
    </div>
    <p className={styles.title}>
      <Link to={paths.galleryItem(item.id)}>{item.title}</Link>
    </p>
    <p className={styles.owner}>
      {item.owner.name}
      {item.favourites > 0 ? (
        <span>
          <Icon of={Heart} size="xs" />
          <span className="vh">保存</span>
          {count(item.favourites)}
        </span>
      ) : null}
    </p>
  </article>
)

/** Saves an item; give it a key of the server's value, so that a newer answer replaces an attempt. */
export const FavouriteButton = ({
  item,
  className,
}: {
  item: GalleryCard
  className?: string | undefined
}) => {
  const { data: session } = useSession()
  const [isOn, setIsOn] = useState(item.isFavourite)
  const change = useFavouriteItem()
  if (item.access === 'own') return null
  const toggle = () => {
    if (!session) return registerFor({ to: paths.galleryItem(item.id), what: `「${item.title}」` })
    setIsOn(!isOn)
    change.mutate(
      { itemId: item.id, isFavourite: !isOn },
      {
        onError: ({ message }) => {
          setIsOn(isOn)
          void showToast({ tone: 'error', title: message })
        },
      },
    )
  }
  return (
    <button
      type="button"
      className={className}
      aria-pressed={isOn}
      aria-label={`「${item.title}」を保存`}
      onClick={() => {
        if (!change.isPending) toggle()
      }}
    >
      <span>
        <Icon of={Heart} size="s" filled={isOn} />
      </span>
    </button>
  )
}

export const ItemGridSkeleton = ({ count: places }: { count: number }) => (
  <div role="status">
    <span className="vh">読み込み中</span>
    <div className={styles.grid} aria-hidden="true">
      {Array.from({ length: places }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places never change
        <div key={index} className={styles.tile}>
          <div className={styles.picture}>
            <Skeleton className={styles.blank} />
          </div>
          <Skeleton height={20} width="70%" />
          <Skeleton height={16} width="40%" />
        </div>
      ))}
    </div>
  </div>
)
