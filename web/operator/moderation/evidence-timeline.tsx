import {
  operatorSafetyEndpoints,
  type Report,
  reportImagePath,
  reportVideoPath,
} from '#contract/moderation/moderation.ts'
import { withoutMentions } from '#domain/timeline/mentions.ts'
import { Panel } from '#web/ui/panel.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction } from '../parts/operator-queries.ts'
import { EvidenceHead } from './evidence-head.tsx'
import evidence from './evidence-messages.module.css'
import { RemovalForm } from './removal-form.tsx'

type ReportedTimeline = NonNullable<Report['timeline']>

const stateTexts = { shown: '表示中', removed: '運営が削除', gone: '本人が削除' } as const

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
  const state = <p className={evidence.aside}>{`現在：${stateTexts[now]}`}</p>
  return (
    <>
      <section className={styles.section}>
        <Panel title={`通報した時点の${what}`}>
          <ol className={evidence.messages}>
            <li data-side={comment ? undefined : 'reported'} data-reported={comment ? undefined : true}>
              <EvidenceHead by={author} at={postedAt} mark={comment ? null : '通報された投稿'} />
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
                <EvidenceHead by={comment.author} at={comment.postedAt} mark="通報されたコメント" />
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

const Removal = ({ timeline, what }: { timeline: ReportedTimeline; what: string }) => {
  const isRemoved = timeline.now !== 'removed'
  const { postId, comment } = timeline
  const deed = isRemoved ? '削除' : '再表示'
  return (
    <RemovalForm
      action={useOperatorAction(operatorSafetyEndpoints.operatorRemoveTimeline)}
      input={(reason) => ({
        postId,
        ...(comment ? { commentId: comment.commentId } : {}),
        isRemoved,
        reason,
      })}
      title={`${what}を${deed}する`}
      question={`${what}を${deed}しますか？`}
      about="削除すると、タイムラインとプロフィールから消えます。あとから再表示できます。理由は操作の記録に残ります。"
      variant={isRemoved ? 'ink' : 'quiet'}
    >
      <p>{isRemoved ? '書いた人には知らされません。' : 'ふたたびタイムラインに表示されます。'}</p>
    </RemovalForm>
  )
}
