import { CircleAlert, Clock3, Ellipsis } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { ChatMessage } from '#contract/chat/chat.ts'
import { Link, useNavigate } from '#web/router/router.ts'
import { useLongPress } from '#web/shell/gestures/use-long-press.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { points, time } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import type { PendingMessage, PendingState } from '../outbox/pending.ts'
import { resendLabel, sendAnywayLabel, systemSentence, unsentSentence, withSan } from '../pane/chat-texts.ts'
import type { MessageRow, PendingRow, TimelineRow } from '../timeline/timeline-row.ts'
import { PendingImage } from './image-body.tsx'
import bodyStyles from './message-body.module.css'
import { MessageBody } from './message-body.tsx'
import { useConversation } from './message-context.ts'
import styles from './message-row.module.css'

/** An own unsent message in the shape that it will have once it is sent. */
const asMessage = ({ id, queuedAt, body, replyTo }: PendingMessage, viewerId: string): ChatMessage => ({
  id,
  seq: 0,
  revision: 0,
  senderId: viewerId,
  sentAt: new Date(queuedAt).toISOString(),
  replyTo,
  body:
    body.kind === 'text'
      ? { kind: 'text', text: body.text }
      : body.kind === 'sticker'
        ? { kind: 'sticker', stickerId: body.stickerId }
        : {
            kind: 'image',
            imageId: body.imageId ?? '',
            width: body.width,
            height: body.height,
            price: body.imagePoints === null ? null : { points: body.imagePoints, isOpened: false },
          },
})

/** A message that the server has. */
export const SentMessageRow = ({ row, isMarked }: { row: MessageRow; isMarked: boolean }) => {
  const { message, isOwn } = row
  const { partner, isCaller } = useConversation()
  const { body } = message
  if (body.kind === 'system')
    return <Note>{systemSentence(body.code, { isCaller, partnerName: partner.name })}</Note>
  if (body.kind === 'unsent') return <Note>{unsentSentence(isOwn, partner)}</Note>
  if (body.kind === 'call')
    return (
      <div className={styles.center}>
        <MessageBody message={message} isOwn={isOwn} />
      </div>
    )
  return (
    <Side row={row} message={message} isMarked={isMarked}>
      <span className={styles.meta}>
        {row.isRead ? '既読' : null}
        {message.paidPoints === undefined ? null : (
          <span className={styles.cost}>{points(message.paidPoints)}</span>
        )}
        <time dateTime={message.sentAt}>{time(message.sentAt)}</time>
      </span>
    </Side>
  )
}

/** A message that is on its way, or has not arrived. */
export const PendingMessageRow = ({ row }: { row: PendingRow }) => {
  const { viewerId } = useConversation()
  const { pending } = row
  const { state } = pending
  const message = useMemo(() => asMessage(pending, viewerId), [pending, viewerId])
  return (
    <>
      <Side
        row={row}
        message={message}
        isMarked={false}
        body={
          pending.body.kind === 'image' ? (
            <PendingImage messageId={pending.id} width={pending.body.width} height={pending.body.height} />
          ) : undefined
        }
      >
        {state.name === 'sending' ? (
          <span className={classes(styles.meta, styles.sending)}>
            <Icon of={Clock3} size="xs" />
            {state.progress === null ? '送信中' : `${Math.round(state.progress * 100)}%`}
          </span>
        ) : null}
      </Side>
      {state.name === 'failed' ? <Failed messageId={pending.id} failure={state} /> : null}
    </>
  )
}

/** On the left with the portrait, on the right without. */
const Side = ({
  row: { kind, isOwn, startsGroup },
  message,
  isMarked,
  body,
  children,
}: {
  row: TimelineRow
  message: ChatMessage
  isMarked: boolean
  /** Replaces the message's own. */
  body?: React.ReactNode
  /** What is shown beside the bubble. */
  children: React.ReactNode
}) => {
  const { partner, openMenu } = useConversation()
  const bubble = useRef<HTMLDivElement>(null)
  const hasMenu = kind === 'message'
  const open = (point: { x: number; y: number } | null) => {
    if (hasMenu && bubble.current) openMenu(message, bubble.current, point)
  }
  const press = useLongPress(open)
  return (
    <div
      className={classes(
        styles.row,
        isOwn && styles.own,
        !startsGroup && styles.continued,
        isOwn && bodyStyles.own,
        !startsGroup && bodyStyles.continued,
      )}
    >
      {isOwn || !startsGroup ? null : partner.hasLeft ? (
        <span className={styles.avatar}>
          <Avatar imageId={null} size={36} />
        </span>
      ) : (
        <Link
          to={paths.profile(partner.id)}
          className={styles.avatar}
          aria-label={`${withSan(partner.name)}のプロフィール`}
        >
          <Avatar imageId={partner.avatarId} name={partner.name} size={36} />
        </Link>
      )}
      <span className="vh">{isOwn ? 'あなた' : withSan(partner.name)}：</span>
      <div ref={bubble} className={styles.body} data-marked={isMarked || undefined} {...press}>
        {body ?? <MessageBody message={message} isOwn={isOwn} />}
      </div>
      {children}
      {hasMenu ? (
        <IconButton
          icon={Ellipsis}
          size="s"
          label="メッセージのメニュー"
          aria-haspopup="menu"
          className={styles.more}
          onClick={() => open(null)}
        />
      ) : null}
    </div>
  )
}

/** Why the message was not sent, and what can be done. */
const Failed = ({
  messageId,
  failure,
}: {
  messageId: string
  failure: Extract<PendingState, { name: 'failed' }>
}) => {
  const { resend, sendAnyway, discard, pricePoints } = useConversation()
  const navigate = useNavigate()
  return (
    <div className={styles.failed}>
      <p>
        <Icon of={CircleAlert} size="xs" />
        {failure.sentence}
      </p>
      <div>
        <Button variant="quiet" size="s" onClick={() => discard(messageId)}>
          削除
        </Button>
        {failure.code === 'contactWarning' ? (
          <Button variant="quiet" size="s" onClick={() => sendAnyway(messageId)}>
            {sendAnywayLabel(pricePoints)}
          </Button>
        ) : (
          <Button variant="tonal" size="s" onClick={() => resend(messageId)}>
            {resendLabel(pricePoints)}
          </Button>
        )}
        {failure.code === 'insufficientPoints' ? (
          <Button
            variant="primary"
            size="s"
            onClick={() => void navigate(paths.purchase(window.location.pathname))}
          >
            ポイントを購入する
          </Button>
        ) : null}
      </div>
    </div>
  )
}

const Note = ({ children }: { children: React.ReactNode }) => (
  <div className={styles.center}>
    <p className={styles.note}>{children}</p>
  </div>
)

export const DateBar = ({ label }: { label: string }) => <Note>{label}</Note>

export const UnreadLine = () => (
  <div className={styles.unread}>
    <span>ここから未読</span>
  </div>
)

export const TypingRow = () => {
  const { partner } = useConversation()
  return (
    <div className={styles.typing}>
      <Avatar imageId={partner.avatarId} name={partner.name} size={36} />
      <span className={styles.dots}>
        <i />
        <i />
        <i />
        <span className="vh">{withSan(partner.name)}が入力しています</span>
      </span>
    </div>
  )
}
