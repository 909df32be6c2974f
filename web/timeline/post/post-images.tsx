import { Suspense, useState } from 'react'
import type { TimelinePost } from '#contract/timeline/timeline.ts'
import { ImageViewer } from '#web/chat/messages/lazy-image-viewer.ts'
import { contentUrl } from '#web/ui/person/images.ts'
import styles from './post-card.module.css'

/** One to four images of a post; a press opens them over the whole screen. */
export const PostImages = ({
  images,
  authorName,
}: {
  images: TimelinePost['images']
  authorName: string
}) => {
  const [viewed, setViewed] = useState<number | null>(null)
  const altOf = (index: number) =>
    `${authorName}さんの画像${images.length > 1 ? ` ${index + 1}/${images.length}` : ''}`
  return (
    <div className={styles.images} data-count={images.length}>
      {images.map(({ imageId, width, height }, index) => (
        <button key={imageId} type="button" onClick={() => setViewed(index)}>
          <img
            src={contentUrl(imageId, images.length === 1 ? 960 : 480)}
            alt={altOf(index)}
            width={width}
            height={height}
            loading="lazy"
            decoding="async"
          />
        </button>
      ))}
      {viewed === null ? null : (
        <Suspense fallback={null}>
          <ImageViewer
            images={images.map(({ imageId, width, height }, index) => ({
              ...{ src: contentUrl(imageId, 1920), alt: altOf(index), width, height },
            }))}
            index={viewed}
            onClose={() => setViewed(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
