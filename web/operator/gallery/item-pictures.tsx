import { operatorGalleryImagePath, type ReviewedItem } from '#contract/gallery/operator.ts'
import styles from './gallery-pages.module.css'

/** All originals of an item side by side. */
export const ItemPictures = ({ item }: { item: ReviewedItem }) => (
  <ul className={styles.pictures}>
    {item.files.map(({ imageId, width, height }, nth) => (
      <li key={imageId}>
        <img
          src={`${operatorGalleryImagePath}/${item.id}/${imageId}`}
          alt={`${nth + 1}枚目`}
          width={width}
          height={height}
          decoding="async"
        />
      </li>
    ))}
  </ul>
)
