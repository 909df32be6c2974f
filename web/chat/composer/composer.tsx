import { ImagePlus, Reply, SendHorizontal, Smile, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { type ChatMessage, chatTextMax } from '#contract/chat/chat.ts'
import { isMobileDevice } from '#domain/shell/device.ts'
import { graphemesOf } from '#domain/text/graphemes.ts'
import { count, points } from '#web/text/format.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './composer.module.css'
import { sendsMessage } from './composer-keys.ts'

/** Not every browser knows the type of a phone's pictures. */
const isPicture = ({ type, name }: File): boolean => type.startsWith('image/') || /\.hei[cf]$/i.test(name)

const lengthOf = (text: string): number => graphemesOf(text).length

interface ComposerProps {
  text: string
  onText: (text: string) => void
  onSend: (text: string) => void
  onImage: (file: File) => void
  /** The message that will be answered, and its sender. */
  replyTo: { quoted: NonNullable<ChatMessage['replyTo']>; name: string } | null
  onReplyOff: () => void
  /** Points a message costs; 0 is free. */
  pricePoints: number
  isPickingSticker: boolean
  onStickers: () => void
  /** The field got the focus. */
  onWrite: () => void
}

/**
 * The input of a conversation. The phone's keyboard stays open after sending, so that writing can continue.
 */
export const Composer = ({
  text,
  onText,
  onSend,
  onImage,
  replyTo,
  onReplyOff,
  pricePoints,
  isPickingSticker,
  onStickers,
  onWrite,
}: ComposerProps) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const over = lengthOf(text) - chatTextMax
  const canSend = text.trim() !== '' && over <= 0
  const replied = replyTo?.quoted.messageId
  useGrowing(field, text)
  useEffect(() => {
    if (replied) field.current?.focus()
  }, [replied])

  const send = () => {
    if (canSend) onSend(text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { isComposing } = event.nativeEvent
    if (event.key === 'Escape' && !isComposing && replyTo) onReplyOff()
    const { key, shiftKey, altKey, ctrlKey, metaKey, keyCode } = event
    const pressed = { key, shiftKey, altKey, ctrlKey, metaKey, keyCode, isComposing }
    if (!sendsMessage(pressed, isMobileDevice(navigator.userAgent))) return
    event.preventDefault()
    send()
  }
  return (
    <div className={styles.composer}>
      {replyTo ? <ReplyBar replyTo={replyTo} onOff={onReplyOff} /> : null}
      <div className={styles.line}>
        <IconButton icon={ImagePlus} label="画像を送る" onClick={() => files.current?.click()} />
        <input
          ref={files}
          type="file"
          accept="image/*"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? []
            // What can't be shown is refused where it would be.
            if (file) onImage(file)
            // The same picture may be chosen again.
            event.target.value = ''
          }}
        />
        <div className={styles.field}>
          <textarea
            ref={field}
            rows={1}
            aria-label="メッセージ"
            placeholder="メッセージ"
            value={text}
            enterKeyHint={isMobileDevice(navigator.userAgent) ? 'enter' : 'send'}
            aria-invalid={over > 0 || undefined}
            onChange={(event) => onText(event.target.value)}
            onFocus={onWrite}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const picture = [...event.clipboardData.files].find(isPicture)
              if (!picture) return
              event.preventDefault()
              onImage(picture)
            }}
          />
          <IconButton icon={Smile} label="スタンプ" aria-expanded={isPickingSticker} onClick={onStickers} />
        </div>
        <SendButton pricePoints={pricePoints} canSend={canSend} onSend={send} />
      </div>
      {over > 0 ? (
        <p className={styles.over} role="status">
          {count(chatTextMax)}文字を{count(over)}文字こえています
        </p>
      ) : null}
    </div>
  )
}

/** Shows the price of a message, if it has one. The field keeps its focus, and the phone its keyboard. */
const SendButton = ({
  pricePoints,
  canSend,
  onSend,
}: {
  pricePoints: number
  canSend: boolean
  onSend: () => void
}) => {
  const common = {
    'aria-disabled': !canSend || undefined,
    onPointerDown: (event: React.PointerEvent) => event.preventDefault(),
    onMouseDown: (event: React.MouseEvent) => event.preventDefault(),
    onClick: onSend,
  }
  if (pricePoints === 0)
    return <IconButton icon={SendHorizontal} label="送信" className={styles.send} {...common} />
  return (
    <button type="button" className={classes(styles.send, styles.priced)} {...common}>
      <Icon of={SendHorizontal} size="s" />
      <span className="vh">送信</span>
      <span className="num">{points(pricePoints)}</span>
    </button>
  )
}

/** Grows with its text, up to the height that its style allows. */
const useGrowing = (field: React.RefObject<HTMLTextAreaElement | null>, text: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what it grows with
  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight}px`
  }, [field, text])
}

const ReplyBar = ({
  replyTo,
  onOff,
}: {
  replyTo: NonNullable<ComposerProps['replyTo']>
  onOff: () => void
}) => (
  <div className={styles.reply}>
    <Icon of={Reply} size="s" />
    <p>
      <b>{replyTo.name}に返信</b>
      <span>{replyTo.quoted.preview}</span>
    </p>
    <IconButton icon={X} size="s" label="返信をやめる" onClick={onOff} />
  </div>
)

/** Replaces the composer where the member may not write, with the reason. */
export const ClosedComposer = ({ reason }: { reason: string }) => (
  <div className={styles.composer}>
    <p className={styles.closed}>{reason}</p>
  </div>
)
