import { useState } from 'react'
import {
  operatorSafetyEndpoints,
  type Report,
  removalReasonMax,
  reportImagePath,
  reportVideoPath,
} from '#contract/moderation/moderation.ts'
import { withoutMentions } from '#domain/timeline/mentions.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction } from '../parts/operator-queries.ts'
import evidence from './evidence-messages.module.css'

type ReportedTimeline = NonNullable<Report['timeline']>

const standingText = { shown: '表示中', removed: '運営が削除', gone: '本人が削除' } as const

/** A reported post or comment as it was, its present state, and the button that removes it. */
export const EvidenceTimeline = ({
  reportId,
  timeline,
}: {
  reportId: number
  timeline: ReportedTimeline
}) => {
  const { author, comment, images, movie, now, postedAt, text } = timeline
  const what = comment ? 'コメント' : '投稿'
  const state = <p className={evidence.aside}>{`現在：${standingText[now]}`}</p>
  return (
    <>
      <section className={styles.section}>
        <Panel title={`通報した時点の${what}`}>
          <ol className={evidence.messages}>
            <li data-side={comment ? undefined : 'reported'} data-reported={comment ? undefined : true}>
              <Head by={author} at={postedAt} mark={comment ? null : '通報された投稿'} />
              <p className={evidence.text}>{withoutMentions(text, '@…')}</p>
              {images.map(({ imageId }, index) => (
                <img
                  key={imageId}
                  className={evidence.image}
                  src={`${reportImagePath}/${reportId}/${imageId}`}
                  alt={`投稿の画像 ${index + 1}`}
                />
              ))}
              {movie ? (
                // biome-ignore lint/a11y/useMediaCaption: members' videos have no captions
                <video
                  className={evidence.movie}
                  src={`${reportVideoPath}/${reportId}/720.mp4`}
                  poster={`${reportImagePath}/${reportId}/${movie.poster}`}
                  width={movie.width}
                  height={movie.height}
                  aria-label="投稿の動画"
                  controls
                  playsInline
                  preload="none"
                />
              ) : null}
              {comment ? null : state}
            </li>
            {comment ? (
              <li data-side="reported" data-reported>
                <Head by={comment.author} at={comment.postedAt} mark="通報されたコメント" />
                <p className={evidence.text}>{withoutMentions(comment.text, '@…')}</p>
                {state}
              </li>
            ) : null}
          </ol>
        </Panel>
      </section>
      {now === 'gone' ? null : <Removal timeline={timeline} what={what} />}
    </>
  )
}

const Head = ({ by, at, mark }: { by: ReportedTimeline['author']; at: string; mark: string | null }) => (
  <p className={evidence.head}>
    <b>{by.name}</b>
    <span className="num">{by.id}</span>
    <DateText at={at} />
    {mark ? <em>{mark}</em> : null}
  </p>
)

const Removal = ({ timeline, what }: { timeline: ReportedTimeline; what: string }) => {
  const remove = useOperatorAction(operatorSafetyEndpoints.operatorRemoveTimeline)
  const [reason, setReason] = useState('')
  const isRemoved = timeline.now !== 'removed'
  const { postId, comment } = timeline
  return (
    <ActionPanel
      title={isRemoved ? `${what}を削除する` : `${what}を再表示する`}
      about="削除すると、タイムラインとプロフィールから消えます。あとから再表示できます。理由は操作の記録に残ります。"
    >
      <Field label="理由" hint="運営だけが見られます">
        <Input
          value={reason}
          maxLength={removalReasonMax}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <ConfirmButton
        action={remove}
        input={{
          postId,
          ...(comment ? { commentId: comment.commentId } : {}),
          isRemoved,
          reason: reason.trim(),
        }}
        label={isRemoved ? `${what}を削除する` : `${what}を再表示する`}
        title={isRemoved ? `${what}を削除しますか？` : `${what}を再表示しますか？`}
        variant={isRemoved ? 'ink' : 'quiet'}
        disabled={reason.trim() === ''}
      >
        <p>{isRemoved ? '書いた人には知らされません。' : 'ふたたびタイムラインに表示されます。'}</p>
      </ConfirmButton>
    </ActionPanel>
  )
}
