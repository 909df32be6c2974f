import { Suspense } from 'react'
import { contentUrl } from '#web/ui/person/images.ts'
import { withSan } from '../pane/chat-texts.ts'
import type { TimelineRow } from '../timeline/timeline-row.ts'
import type { ViewedImage } from './image-viewer.tsx'
import { ImageViewer } from './lazy-image-viewer.ts'
import { useConversation } from './message-context.ts'

/** The viewer over the pictures that are loaded and not locked, at the one that was tapped. */
export const ImageViewing = ({
  rows,
  messageId,
  onClose,
}: {
  rows: readonly TimelineRow[]
  messageId: string | null
  onClose: () => void
}) => {
  const { partner } = useConversation()
  if (messageId === null) return null
  const seen = rows.flatMap((row): { id: string; image: ViewedImage }[] => {
    if (row.kind !== 'message' || row.message.body.kind !== 'image') return []
    const { body, id } = row.message
    if (body.price && !body.price.isOpened && !row.isOwn) return []
    const alt = row.isOwn ? '送った画像' : `${withSan(partner.name)}からの画像`
    const { imageId, width, height } = body
    return [{ id, image: { src: contentUrl(imageId, 1920), alt, width, height } }]
  })
  const index = seen.findIndex(({ id }) => id === messageId)
  if (index < 0) return null
  return (
    <Suspense fallback={null}>
      <ImageViewer images={seen.map(({ image }) => image)} index={index} onClose={onClose} />
    </Suspense>
  )
}
