import type { GalleryCard } from '#contract/gallery/gallery.ts'
import { count } from '#web/text/format.ts'
import { lengthText } from '#web/videos/length-text.ts'

/** 動画 1:23, or 画像12枚. */
export const contentText = ({
  durationMs,
  pictures,
}: Pick<GalleryCard, 'durationMs' | 'pictures'>): string =>
  durationMs === null ? `画像${count(pictures)}枚` : `動画 ${lengthText(durationMs)}`
