import {
  operatorGalleryImagePath,
  operatorGalleryVideoPath,
  type ReviewedItem,
} from '#contract/gallery/operator.ts'
import { VideoPlayer } from '#web/videos/video-player.tsx'
import styles from './gallery-pages.module.css'

const videoAddress = ({ id, signature }: ReviewedItem): string =>
  `${operatorGalleryVideoPath}/${id}/720.mp4?${signature}`

/**
 * All originals of an item side by side, or its video.
 *
 * @param renew the item with addresses that haven't ended, after some have while the page was open
 */
export const ItemPictures = ({
  item,
  renew,
}: {
  item: ReviewedItem
  renew: () => Promise<ReviewedItem | undefined>
}) =>
  item.video ? (
    <div className={styles.video}>
      <VideoPlayer
        address={videoAddress(item)}
        label={`「${item.title}」の動画`}
        width={item.video.width}
        height={item.video.height}
        renew={async () => {
          const newest = await renew()
          return newest ? videoAddress(newest) : null
        }}
      />
    </div>
  ) : (
    <ul className={styles.pictures}>
      {item.files.map(({ imageId, width, height }, nth) => (
        <li key={imageId}>
          <img
            src={`${operatorGalleryImagePath}/${item.id}/${imageId}?${item.signature}`}
            alt={`${nth + 1}枚目`}
            width={width}
            height={height}
            decoding="async"
            onError={() => void renew()}
          />
        </li>
      ))}
    </ul>
  )
