import { Heart } from 'lucide-react'
import type { ItemCard } from '#contract/market/items.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count } from '#web/text/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { contentUrl } from '#web/ui/person/images.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './item-grid.module.css'
import { itemStateTexts } from './texts.ts'

/** Items beside each other: picture, price, title. */
export const ItemGrid = ({ items }: { items: readonly ItemCard[] }) => (
  <ul className={styles.grid}>
    {items.map((item) => (
      <li key={item.itemId}>
        <Tile item={item} />
      </li>
    ))}
  </ul>
)

const Tile = ({ item }: { item: ItemCard }) => {
  const state = itemStateTexts[item.state]
  return (
    <Link
      to={item.state === 'draft' ? paths.marketSell(item.itemId) : paths.marketItem(item.itemId)}
      className={styles.tile}
    >
      <span className={styles.picture} data-dim={state !== null || undefined}>
        {item.imageId ? <img src={contentUrl(item.imageId, 480)} alt="" loading="lazy" /> : null}
        {state ? <span className={styles.state}>{state}</span> : null}
      </span>
      <span className={styles.price}>
        <b className="num">{count(item.points)}</b>pt
        {item.favourites > 0 ? (
          <small className={styles.favourites} data-own={item.isFavourite || undefined}>
            <Icon of={Heart} size="xs" filled={item.isFavourite} />
            <span className="vh">お気に入り</span>
            <span className="num">{item.favourites}</span>
          </small>
        ) : null}
      </span>
      <span className={styles.title}>{item.title}</span>
    </Link>
  )
}

export const GridSkeleton = () => (
  <div role="status" className={styles.grid}>
    <span className="vh">読み込み中</span>
    {[1, 2, 3, 4, 5, 6].map((each) => (
      <Skeleton key={each} height={220} />
    ))}
  </div>
)
