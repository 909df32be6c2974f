import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CirclePlus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { reviewTextMin } from '#contract/people/people.ts'
import type { CallEndedInfo } from '#domain/calls/post-call.ts'
import { PartnerAlert } from '#web/people/partner-alert.tsx'
import { usePartnerInfo } from '#web/people/queries.ts'
import { PartnerSafety } from '#web/safety/partner-safety.tsx'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { useStore } from '#web/shell/use-store.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { throwConfetti } from './confetti.ts'
import { refreshReviews } from './queries.ts'
import {
  canSubmit,
  createReviewForm,
  descriptionError,
  isWarned,
  isWritten,
  type ReviewDraft,
  type ReviewForm,
  type ReviewFormView,
} from './review-form.ts'
import styles from './review-modal.module.css'
import { StarInput } from './star-input.tsx'
import { submitReview } from './submit-review.ts'

/** The review after a call; `onDone` when it was posted and read, or closed without. */
export const ReviewModal = ({
  info,
  onDone,
  onLeave,
  onBlocked,
}: {
  info: CallEndedInfo
  onDone: () => void
  /** Called when a link of the modal leads to another page. */
  onLeave: () => void
  onBlocked: () => void
}) => {
  const { partnerId } = info
  const { data: session } = useSession()
  const partner = usePartnerInfo(partnerId)
  const queryClient = useQueryClient()
  const done = useEffectEvent(() => onDone())
  const posted = useEffectEvent(() => {
    void throwConfetti()
    void refreshReviews(queryClient)
  })
  const send = useEffectEvent((review: ReviewDraft) =>
    submitReview(
      session && {
        target_user_id: partnerId,
        user_id: session.user.id,
        token: session.user.token,
        ...review,
      },
    ),
  )
  const [form] = useState(() =>
    createReviewForm({
      send: (review) => send(review),
      onPosted: () => posted(),
      onClose: () => done(),
    }),
  )
  useEffect(() => {
    form.start()
    return form.stop
  }, [form])
  const view = useStore(form.store)
  const { status } = view
  const isPosted = status.name === 'success'
  const name = partner.data?.userName
  const question = `${name ? `${name}さんとの` : ''}通話はいかがでしたか？`

  return (
    <>
      <Modal
        open
        onClose={onDone}
        title={isPosted ? status.message : question}
        align="center"
        dismissible={status.name !== 'submitting'}
        isWritten={isWritten(view)}
        lead={
          <div className={styles.who}>
            <PartnerSafety partner={partner.data} info={info} onBlocked={onBlocked} />
            <span className={styles.portrait}>
              <Avatar imageId={partner.data?.avatarId ?? null} size={88} />
            </span>
          </div>
        }
      >
        {isPosted ? (
          <p className={styles.posted} role="status">
            <Icon of={CircleCheck} size="l" />
            ありがとうございました。
          </p>
        ) : (
          <>
            {info.type === 'pointless' ? <PointsRanOut message={info.message} onLeave={onLeave} /> : null}
            <ReviewFields form={form} view={view} onLater={onDone} />
          </>
        )}
      </Modal>
      <PartnerAlert hasFailed={partner.isError} />
    </>
  )
}

/** Why the call broke off, before the modal that says the same, because the review comes first. */
const PointsRanOut = ({ message, onLeave }: { message: string; onLeave: () => void }) => (
  <div className={styles.ranOut}>
    <p>{message}</p>
    <ButtonLink variant="tonal" size="s" block icon={CirclePlus} to={paths.purchase()} onClick={onLeave}>
      ポイントをチャージ
    </ButtonLink>
  </div>
)

const ReviewFields = ({
  form,
  view,
  onLater,
}: {
  form: ReviewForm
  view: ReviewFormView
  onLater: () => void
}) => {
  const { status } = view
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <StarInput score={view.score} onChange={form.setScore} disabled={status.name === 'submitting'} />
      <Field label="感想" note={`任意・${reviewTextMin}文字以上`} error={descriptionError(view.description)}>
        <Textarea
          value={view.description}
          readOnly={status.name === 'submitting'}
          onChange={(event) => form.setDescription(event.target.value)}
        />
      </Field>
      {status.name === 'error' ? (
        <p className={styles.error} role="alert">
          {status.message}
        </p>
      ) : null}
      <Button
        type="submit"
        variant={isWarned(view) ? 'quiet' : 'primary'}
        size="l"
        block
        busy={status.name === 'submitting'}
        disabled={status.name !== 'submitting' && !canSubmit(view)}
      >
        {isWarned(view) ? 'このまま投稿する' : '投稿する'}
      </Button>
      <Button
        variant="text"
        block
        className={styles.later}
        aria-disabled={status.name === 'submitting'}
        onClick={onLater}
      >
        今はしない
      </Button>
    </form>
  )
}
