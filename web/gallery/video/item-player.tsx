import { Suspense } from 'react'
import type { GalleryItem, GalleryVideo } from '#contract/gallery/gallery.ts'
import { videoPath } from '#contract/videos/videos.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VideoPlayer, versionHere } from '#web/videos/video-player.tsx'
import { pictureAddress } from '../picture-address.ts'

const WatermarkedPlayer = lazyPart(
  async () => (await import('#web/videos/watermarked-player.tsx')).WatermarkedPlayer,
)

const addressOf = ({ videoId, signature }: GalleryVideo): string =>
  `${videoPath}/${videoId}/${versionHere()}.mp4?${signature}`

/**
 * The video of an item that the viewer may play, with the viewer's short id above it where operators chose so. When its
 * address has ended, the item is fetched again.
 */
export const ItemPlayer = ({
  item,
  video,
  onBroken,
}: {
  item: GalleryItem
  video: GalleryVideo
  onBroken: () => Promise<GalleryItem | undefined>
}) => {
  const player = {
    address: addressOf(video),
    poster: pictureAddress(item.cover, 960),
    label: `「${item.title}」の動画`,
    width: video.width,
    height: video.height,
    renew: async () => {
      const newest = (await onBroken())?.video
      return newest?.signature ? addressOf(newest) : null
    },
  }
  if (item.videoCode === null) return <VideoPlayer {...player} />
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <WatermarkedPlayer {...player} code={item.videoCode} />
    </Suspense>
  )
}
