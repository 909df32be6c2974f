import { ImageOff, Lock, LockOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ChatBody } from '#contract/chat/chat.ts'
import { count } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { contentUrl } from '#web/ui/person/images.ts'
import { withSan } from '../pane/chat-texts.ts'
import { imageBox } from './image-box.ts'
import styles from './message-body.module.css'
import { useConversation } from './message-context.ts'

type Image = Extract<ChatBody, { kind: 'image' }>

/** A picture in its reserved space, or what a paid image shows until it is unlocked. */
export const ImageBody = ({ messageId, body, isOwn }: { messageId: string; body: Image; isOwn: boolean }) =>
  body.price && !body.price.isOpened && !isOwn ? (
    <LockedImage messageId={messageId} body={body} imagePoints={body.price.points} />
  ) : (
    <OpenImage messageId={messageId} body={body} isOwn={isOwn} />
  )

/** A picture on its way, as this browser has it. */
export const PendingImage = ({
  messageId,
  width,
  height,
}: {
  messageId: string
  width: number
  height: number
}) => {
  const { picture } = useConversation()
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let isGone = false
    void picture(messageId).then((blob) => {
      if (!blob || isGone) return
      made = URL.createObjectURL(blob)
      setUrl(made)
    })
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [picture, messageId])
  const box = imageBox(width, height)
  return (
    <div className={styles.image} style={box}>
      {url ? <img src={url} alt="送信中の画像" {...box} /> : null}
    </div>
  )
}

const OpenImage = ({ messageId, body, isOwn }: { messageId: string; body: Image; isOwn: boolean }) => {
  const { partner, openImage } = useConversation()
  const [isGone, setIsGone] = useState(false)
  const box = imageBox(body.width, body.height)
  if (isGone)
    return (
      <div className={`${styles.image} ${styles.gone}`} style={box}>
        <Icon of={ImageOff} />
        画像を表示できません
      </div>
    )
  return (
    <button type="button" className={styles.image} style={box} onClick={() => openImage(messageId)}>
      <img
        src={contentUrl(body.imageId, 480)}
        alt={isOwn ? '送った画像をひらく' : `${withSan(partner.name)}からの画像をひらく`}
        {...box}
        decoding="async"
        draggable={false}
        onError={() => setIsGone(true)}
      />
      {isOwn && body.price ? (
        <span>
          <Icon of={body.price.isOpened ? LockOpen : Lock} size="xs" />
          {count(body.price.points)}pt・{body.price.isOpened ? 'ひらかれました' : '未開封'}
        </span>
      ) : null}
    </button>
  )
}

/** The server sends a blurred version; the picture itself only after the points were paid. */
const LockedImage = ({
  messageId,
  body,
  imagePoints,
}: {
  messageId: string
  body: Image
  imagePoints: number
}) => {
  const { partner, unlock } = useConversation()
  const [isOpening, setIsOpening] = useState(false)
  const open = async () => {
    setIsOpening(true)
    await unlock(messageId, imagePoints)
    setIsOpening(false)
  }
  return (
    <div className={styles.locked}>
      <div className={styles.picture}>
        <img
          src={contentUrl(body.imageId, 480, { isBlurred: true })}
          alt=""
          width={212}
          height={172}
          decoding="async"
        />
        <div className={styles.veil}>
          <span>
            <Icon of={Lock} />
          </span>
          {withSan(partner.name)}が封をした画像
        </div>
      </div>
      <Button
        variant="tonal"
        size="s"
        icon={LockOpen}
        className={styles.open ?? ''}
        busy={isOpening}
        onClick={() => void open()}
      >
        <span>
          <span className="num">{count(imagePoints)}pt</span>でひらく
        </span>
      </Button>
    </div>
  )
}
