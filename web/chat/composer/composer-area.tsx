import { Suspense, useState } from 'react'
import type { ChatMessage, ChatPartner } from '#contract/chat/chat.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import type { Draft } from '../outbox/outbox.ts'
import { withSan } from '../pane/chat-texts.ts'
import { Composer } from './composer.tsx'
import { ImageSheet } from './image-sheet.tsx'

const StickerPicker = lazyPart(async () => (await import('./sticker-picker.tsx')).StickerPicker)

interface ComposerAreaProps {
  partner: ChatPartner
  viewerId: string
  /** Only a broadcaster may put a price on an image. */
  canSetPrice: boolean
  text: string
  onText: (text: string) => void
  replyTo: ChatMessage['replyTo']
  onReplyOff: () => void
  /** Points a message costs; 0 is free. */
  pricePoints: number
  onSend: (draft: Draft) => void
}

/** The foot of a conversation: the text field, the stickers and the sheet of an image. */
export const ComposerArea = ({
  partner,
  viewerId,
  canSetPrice,
  text,
  onText,
  replyTo,
  onReplyOff,
  pricePoints,
  onSend,
}: ComposerAreaProps) => {
  const [isPicking, setIsPicking] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const name = replyTo?.senderId === viewerId ? '自分' : withSan(partner.name)
  return (
    <>
      <Composer
        text={text}
        onText={onText}
        onSend={(written) => onSend({ kind: 'text', text: written })}
        onImage={setFile}
        replyTo={replyTo && { quoted: replyTo, name }}
        onReplyOff={onReplyOff}
        pricePoints={pricePoints}
        isPickingSticker={isPicking}
        onStickers={() => setIsPicking(!isPicking)}
        onWrite={() => setIsPicking(false)}
      />
      {isPicking ? (
        <Suspense fallback={null}>
          <StickerPicker
            pricePoints={pricePoints}
            onPick={(stickerId) => onSend({ kind: 'sticker', stickerId })}
          />
        </Suspense>
      ) : null}
      {file ? (
        <ImageSheet
          file={file}
          canSetPrice={canSetPrice}
          partnerName={partner.name}
          pricePoints={pricePoints}
          onClose={() => setFile(null)}
          onSend={(image) => {
            setFile(null)
            onSend(image)
          }}
        />
      ) : null}
    </>
  )
}
