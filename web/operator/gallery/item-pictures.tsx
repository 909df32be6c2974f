import {
  operatorGalleryImagePath,
  operatorGalleryVideoPath,
  type ReviewedItem,
} from '#contract/gallery/operator.ts'
import styles from './gallery-pages.module.css'

/** All originals of an item side by side, or its video. */
export const ItemPictures = ({ item }: { item: ReviewedItem }) =>
  item.video ? (
    // biome-ignore lint/a11y/useMediaCaption: members' videos have no captions
    <video
      className={styles.video}
      src={`${operatorGalleryVideoPath}/${item.id}/720.mp4`}
      width={item.video.width}
      height={item.video.height}
      aria-label={`「${item.title}」の動画`}
      controls
      playsInline
      preload="metadata"
    />
  ) : (
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
