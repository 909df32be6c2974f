import { Film, ImagePlus, Vote } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Role } from '#contract/account/account.ts'
import { isFailure } from '#contract/core/client.ts'
import { pollChoicesMin, postImagesMax, postTextMax, scheduleDaysMax } from '#contract/timeline/timeline.ts'
import { graphemeCount } from '#domain/text/written.ts'
import { uploadImage } from '#web/images/upload-image.ts'
import { AnswerError } from '#web/shell/query.ts'
import { idToSend } from '#web/shell/sent-id.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { VideoField } from '#web/videos/video-field.tsx'
import { useWritePost } from '../queries.ts'
import styles from './composer.module.css'
import { MentionField } from './mention-field.tsx'
import { type Mentioned, textOf } from './mention-text.ts'
import { type MovieChoice, useMovieChoice } from './movie-choice.ts'
import { type PickedPicture, PictureList } from './picture-list.tsx'
import { emptyPoll, type PollDraft, PollFields } from './poll-fields.tsx'
import { keepDraft, type PostDraft, readDraft } from './post-draft.ts'

/** Uploads each picture once: its id is the upload's, and an uploaded one isn't sent again. */
const uploadAll = async (pictures: readonly PickedPicture[]): Promise<string[]> => {
  const ids: string[] = []
  for (const picture of pictures) {
    const uploaded = await uploadImage(picture.file, { id: picture.id })
    if (isFailure(uploaded)) throw new AnswerError(uploaded)
    ids.push(uploaded.imageId)
  }
  return ids
}

/** What is being written, and how it is sent. */
const useComposer = (memberId: string, onClose: () => void) => {
  const [draft, setDraft] = useState(() => readDraft(memberId))
  const [pictures, setPictures] = useState<readonly PickedPicture[]>([])
  const movie = useMovieChoice(memberId)
  const [poll, setPoll] = useState<PollDraft | null>(null)
  const [publishAt, setPublishAt] = useState('')
  const [isUploading, setIsUploading] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const write = useWritePost()
  const isBusy = isUploading || write.isPending
  useEffect(() => keepDraft(memberId, draft), [memberId, draft])
  const change = (changes: Partial<PostDraft>) => {
    setDraft((now) => ({ ...now, ...changes }))
    setError(null)
  }
  const mention = (person: Mentioned) => setDraft((now) => ({ ...now, people: [...now.people, person] }))
  const isWarned = error instanceof AnswerError && error.code === 'contactWarning'
  const send = async () => {
    setIsUploading(true)
    try {
      const content = {
        text: textOf(draft.text, draft.people),
        ...(movie.videoId === undefined ? {} : { videoId: movie.videoId }),
        ...(poll
          ? { poll: { choices: poll.choices.filter((choice) => choice.trim() !== ''), days: poll.days } }
          : {}),
        ...(publishAt ? { publishAt: new Date(publishAt).toISOString() } : {}),
      }
      const sent = idToSend(JSON.stringify([content, pictures.map(({ id }) => id)]), draft.sent)
      change({ sent })
      const images = await uploadAll(pictures)
      const post = await write.mutateAsync({ ...content, postId: sent.id, images, isWarned })
      keepDraft(memberId, null)
      movie.drop()
      onClose()
      void showToast({ tone: 'ok', title: post.seq === null ? '公開を予約しました' : '投稿しました' })
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error('送信できませんでした。'))
      // A post of the earlier content has them, or they were kept too long: the next try uploads them again.
      if (failure instanceof AnswerError && failure.code === 'imageGone')
        setPictures(pictures.map(({ file }) => ({ id: crypto.randomUUID(), file })))
    } finally {
      setIsUploading(false)
    }
  }
  return {
    ...{ draft, change, mention, pictures, setPictures, movie, poll, setPoll },
    ...{ publishAt, setPublishAt, isBusy, isWarned, error, send },
  }
}

/** Writes a post: text, images or a movie, a poll, and for broadcasters when it appears. A failure loses nothing. */
export const Composer = ({
  memberId,
  role,
  onClose,
}: {
  memberId: string
  role: Role
  onClose: () => void
}) => {
  const { draft, change, mention, pictures, setPictures, movie, poll, setPoll, ...rest } = useComposer(
    memberId,
    onClose,
  )
  const { publishAt, setPublishAt, isBusy, isWarned, error, send } = rest
  const characters = graphemeCount(draft.text)
  const isBare = pictures.length === 0 && !movie.hasMovie
  const isEmpty = draft.text.trim() === '' && (isBare || poll !== null)
  const isMovieUnready = movie.hasMovie && movie.videoId === undefined
  const isPollShort = poll !== null && poll.choices.filter((each) => each.trim()).length < pollChoicesMin
  return (
    <Modal
      open
      title="投稿する"
      onClose={onClose}
      dismissible={!isBusy}
      isWritten={draft.text !== '' || pictures.length > 0 || poll !== null || publishAt !== ''}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void send()
        }}
      >
        <MentionField
          label="投稿の内容"
          rows={5}
          placeholder="いま、どんな気分？ @で配信者を紹介できます"
          value={draft.text}
          readOnly={isBusy}
          onChange={(text) => change({ text })}
          onMention={mention}
        />
        {/* What is changed while the post is sent would be lost. */}
        <fieldset className={styles.parts} disabled={isBusy}>
          <PictureList pictures={pictures} onChange={setPictures} />
          {movie.isShown ? <VideoField upload={movie.upload} later={laterText} /> : null}
          {poll ? <PollFields poll={poll} onChange={setPoll} /> : null}
          <div className={styles.tools}>
            <PicturePicker pictures={pictures} isBlocked={movie.hasMovie} onChange={setPictures} />
            {role === 'broadcaster' ? <MovieToggle movie={movie} isBlocked={pictures.length > 0} /> : null}
            <PollToggle poll={poll} onChange={setPoll} />
            <Count characters={characters} />
          </div>
          {role === 'broadcaster' ? <PublishAt value={publishAt} onChange={setPublishAt} /> : null}
        </fieldset>
        <Note role={role} />
        <Refusal text={error?.message} />
        <Button
          block
          variant="primary"
          size="l"
          type="submit"
          busy={isBusy}
          disabled={isEmpty || isPollShort || isMovieUnready || characters > postTextMax}
        >
          {isWarned ? 'このまま投稿する' : publishAt ? '公開を予約する' : '投稿する'}
        </Button>
      </form>
    </Modal>
  )
}

const Note = ({ role }: { role: Role }) => (
  <p className={styles.note}>
    {role === 'broadcaster'
      ? 'どなたでも見られます。連絡先や、会う約束は書けません。'
      : 'ニックネームとともに、配信者だけに表示されます。'}
  </p>
)

const Count = ({ characters }: { characters: number }) => (
  <span className={styles.count} data-over={characters > postTextMax || undefined}>
    {characters}/{postTextMax}
  </span>
)

const PollToggle = ({
  poll,
  onChange,
}: {
  poll: PollDraft | null
  onChange: (poll: PollDraft | null) => void
}) => (
  <IconButton
    icon={Vote}
    label={poll ? 'アンケートをやめる' : 'アンケートをつける'}
    aria-pressed={poll !== null}
    onClick={() => onChange(poll ? null : emptyPoll)}
  />
)

const laterText = '閉じても変換は続きます。あとで開くと、この動画で投稿できます。'

const MovieToggle = ({ movie, isBlocked }: { movie: MovieChoice; isBlocked: boolean }) => (
  <IconButton
    icon={Film}
    label={
      isBlocked ? '動画は画像といっしょに投稿できません' : movie.isShown ? '動画をやめる' : '動画をつける'
    }
    aria-pressed={movie.isShown}
    // What was chosen is taken out where it is shown.
    disabled={isBlocked || movie.hasMovie}
    onClick={movie.toggle}
  />
)

const PicturePicker = ({
  pictures,
  isBlocked,
  onChange,
}: {
  pictures: readonly PickedPicture[]
  /** A movie goes with the post. */
  isBlocked: boolean
  onChange: (pictures: readonly PickedPicture[]) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const isFull = pictures.length >= postImagesMax
  return (
    <>
      <IconButton
        icon={ImagePlus}
        label={
          isBlocked
            ? '画像は動画といっしょに投稿できません'
            : isFull
              ? `画像は${postImagesMax}枚までです`
              : '画像をつける'
        }
        disabled={isFull || isBlocked}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="画像を選ぶ"
        onChange={(event) => {
          const picked = [...(event.target.files ?? [])].map((file) => ({ id: crypto.randomUUID(), file }))
          const all = [...pictures, ...picked]
          onChange(all.slice(0, postImagesMax))
          if (all.length > postImagesMax)
            void showToast({ tone: 'error', title: `画像は${postImagesMax}枚までです` })
          event.target.value = ''
        }}
      />
    </>
  )
}

const PublishAt = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <Field
    label="公開する日時"
    note="任意"
    hint={`空のままなら、すぐに公開します。${scheduleDaysMax}日先まで選べます。`}
  >
    <Input type="datetime-local" value={value} onChange={(event) => onChange(event.target.value)} />
  </Field>
)
