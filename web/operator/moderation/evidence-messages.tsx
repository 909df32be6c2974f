import type { EvidenceMessage, Report } from '#contract/moderation/moderation.ts'
import { reportImagePath } from '#contract/moderation/moderation.ts'
import { StickerPicture } from '#web/chat/composer/sticker-picture.tsx'
import { callKindLongText } from '#web/text/states.ts'
import { DateText } from '#web/ui/date-text.tsx'
import styles from './evidence-messages.module.css'

/** The messages as they were when the report was made; the reported message is marked. */
export const EvidenceMessages = ({ report }: { report: Report }) => {
  if (report.messages.length === 0) return <p className={styles.none}>トークはありません。</p>
  return (
    <ol className={styles.messages}>
      {report.messages.map((message) => (
        <li
          key={message.messageId}
          data-side={sideOf(report, message)}
          data-reported={message.messageId === report.messageId || undefined}
        >
          <p className={styles.head}>
            <b>{senderName(report, message)}</b>
            <DateText at={message.sentAt} />
            {message.messageId === report.messageId ? <em>通報されたメッセージ</em> : null}
            {message.wasUnsent ? <em>送信取消済み</em> : null}
          </p>
          <Body report={report} body={message.body} />
        </li>
      ))}
    </ol>
  )
}

const sideOf = ({ reported }: Report, { senderId }: EvidenceMessage): 'reported' | 'reporter' | 'platform' =>
  senderId === null ? 'platform' : senderId === reported.id ? 'reported' : 'reporter'

const senderName = (report: Report, message: EvidenceMessage): string => {
  const side = sideOf(report, message)
  return side === 'platform' ? '運営' : report[side].name
}

const Body = ({ report, body }: { report: Report; body: EvidenceMessage['body'] }) => {
  switch (body.kind) {
    case 'text':
      return <p className={styles.text}>{body.text}</p>
    case 'sticker':
      return <StickerPicture stickerId={body.stickerId} className={styles.sticker} />
    case 'image':
      return (
        <>
          <img
            className={styles.image}
            src={`${reportImagePath}/${report.id}/${encodeURIComponent(body.imageId)}`}
            alt="送られた画像"
            width={body.width}
            height={body.height}
            loading="lazy"
          />
          {body.price ? (
            <p className={styles.aside}>
              封つき {body.price.points}pt・{body.price.isOpened ? '開封済み' : '未開封'}
            </p>
          ) : null}
        </>
      )
    case 'call':
      return <p className={styles.aside}>{callKindLongText[body.callKind]}</p>
    case 'missedCall':
      return <p className={styles.aside}>{callKindLongText[body.callKind]}の不在着信</p>
    case 'videoRequest':
      return <p className={styles.aside}>ビデオ通話のリクエスト</p>
    case 'system':
      return <p className={styles.aside}>システムのお知らせ</p>
    case 'unsent':
      return <p className={styles.aside}>通報より前に、送信が取り消されています。</p>
  }
}
