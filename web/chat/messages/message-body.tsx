import { Phone, PhoneMissed, Video } from 'lucide-react'
import type { CallKind } from '#contract/calls/calls.ts'
import type { ChatMessage } from '#contract/chat/chat.ts'
import { outgoingPath } from '#web/people/call-offer.ts'
import { Icon } from '#web/ui/icon.tsx'
import { CallButton } from '#web/ui/points/call-button.tsx'
import { StickerPicture } from '../composer/sticker-picture.tsx'
import { callCardFacts, callCardTitle, missedCallTexts, videoRequestTexts } from '../pane/chat-texts.ts'
import { ImageBody } from './image-body.tsx'
import styles from './message-body.module.css'
import { useConversation } from './message-context.ts'

type Quoted = ChatMessage['replyTo']

/** The content of a message, without what is around it. */
export const MessageBody = ({ message, isOwn }: { message: ChatMessage; isOwn: boolean }) => {
  const { body } = message
  switch (body.kind) {
    case 'text':
      return (
        <div className={styles.bubble}>
          <Quote quoted={message.replyTo} />
          <p className={styles.text}>{body.text}</p>
        </div>
      )
    case 'sticker':
      return (
        <WithQuote quoted={message.replyTo}>
          <StickerPicture stickerId={body.stickerId} className={styles.sticker} />
        </WithQuote>
      )
    case 'image':
      return (
        <WithQuote quoted={message.replyTo}>
          <ImageBody messageId={message.id} body={body} isOwn={isOwn} />
        </WithQuote>
      )
    case 'call':
      return (
        <CallCard kind={body.callKind} title={callCardTitle(body.callKind)}>
          {callCardFacts(body, message.sentAt)}
        </CallCard>
      )
    case 'missedCall':
      return (
        <CallBackCard
          kind={body.callKind}
          missed
          label="かけ直す"
          {...missedCallTexts(body.callKind, isOwn)}
        />
      )
    case 'videoRequest':
      return <CallBackCard kind="video" canCallBack={!isOwn} label="折り返す" {...videoRequestTexts(isOwn)} />
    default:
      return null
  }
}

/** The message that this one answers; a press leads there. */
const Quote = ({ quoted }: { quoted: Quoted }) => {
  const { partner, jumpTo } = useConversation()
  if (!quoted) return null
  const name = quoted.senderId === partner.id ? partner.name : 'あなた'
  return (
    <button type="button" className={styles.quote} onClick={() => jumpTo(quoted.seq)}>
      <span className="vh">返信元：</span>
      <b>{name}</b>
      <span>{quoted.preview}</span>
    </button>
  )
}

/** A picture has no bubble to contain its quote. */
const WithQuote = ({ quoted, children }: { quoted: Quoted; children: React.ReactNode }) =>
  quoted ? (
    <div className={styles.quoted}>
      <Quote quoted={quoted} />
      {children}
    </div>
  ) : (
    children
  )

const callIcon = { video: Video, voice: Phone } as const

const CallCard = ({
  kind,
  title,
  missed = false,
  children,
}: {
  kind: CallKind
  title: string
  missed?: boolean
  children: React.ReactNode
}) => (
  <div className={styles.card} data-missed={missed || undefined}>
    <span>
      <Icon of={missed ? PhoneMissed : callIcon[kind]} />
    </span>
    <div>
      <b>{title}</b>
      <span className="muted num">{children}</span>
    </div>
  </div>
)

/** With a button that calls back, and its price. */
const CallBackCard = ({
  kind,
  missed = false,
  title,
  text,
  label,
  canCallBack = true,
}: {
  kind: CallKind
  missed?: boolean
  title: string
  text: string
  label: string
  canCallBack?: boolean
}) => {
  const { partner, offer } = useConversation()
  const back = canCallBack ? offer(kind) : null
  return (
    <div className={styles.cards}>
      <CallCard kind={kind} missed={missed} title={title}>
        {text}
      </CallCard>
      {back ? (
        <CallButton
          kind={back.kind}
          word={label}
          ratePointsPerMin={back.ratePointsPerMin}
          earnedPointsPerMin={back.earnedPointsPerMin}
          name={partner.name}
          {...(back.way === 'dial' ? { to: outgoingPath(back.kind, partner.id) } : { variant: 'wait' })}
        />
      ) : null}
    </div>
  )
}
