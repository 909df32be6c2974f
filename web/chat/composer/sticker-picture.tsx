import { stickerName } from '#domain/chat/stickers.ts'
import { stickerUrl } from '#web/ui/person/images.ts'

/** A sticker at the size of its class; its space is reserved before the picture loads. */
export const StickerPicture = ({
  stickerId,
  className,
}: {
  stickerId: string
  className?: string | undefined
}) => (
  <img
    src={stickerUrl(stickerId)}
    alt={`スタンプ：${stickerName(stickerId)}`}
    className={className}
    width={120}
    height={120}
    loading="lazy"
    decoding="async"
    draggable={false}
  />
)
