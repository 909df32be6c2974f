import { Film, X } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { contentUrl } from '#web/ui/person/images.ts'
import { lengthText } from './length-text.ts'
import type { VideoUpload, VideoUploadState } from './use-video-upload.ts'
import styles from './video-field.module.css'

/** 送信中 43%, 変換中 12%, … */
const textOf = (state: VideoUploadState): string => {
  switch (state.phase) {
    case 'sending':
      return `送信中 ${Math.floor(state.share * 100)}%`
    case 'converting':
      return state.isWaiting ? '変換の順番を待っています' : `変換中 ${state.percent}%`
    case 'interrupted':
      return `${Math.floor(state.share * 100)}%まで送信しました`
    case 'looking':
      return '確認しています'
    default:
      return ''
  }
}

const shareOf = (state: VideoUploadState): number =>
  state.phase === 'sending' || state.phase === 'interrupted'
    ? state.share
    : state.phase === 'converting'
      ? state.percent / 100
      : 0

/**
 * A place to choose one video, and what becomes of it.
 *
 * @param later what the member may do while it is converted
 */
export const VideoField = ({
  upload,
  later,
  address,
}: {
  upload: VideoUpload
  later: string
  address?: string | undefined
}) => {
  const { state } = upload
  const isWorking = state.phase === 'sending' || state.phase === 'converting' || state.phase === 'interrupted'
  return (
    <div className={styles.field}>
      {state.phase === 'ready' ? (
        <div className={styles.ready}>
          <img src={address ?? contentUrl(state.poster, 480)} alt="動画の表紙" />
          <span className={styles.length}>{lengthText(state.durationMs)}</span>
          <IconButton
            icon={X}
            size="s"
            className={styles.remove}
            label="動画を外す"
            onClick={upload.remove}
          />
        </div>
      ) : null}
      {isWorking ? (
        <div className={styles.work}>
          <p>
            <span role="status">{textOf(state)}</span>
            <button type="button" onClick={upload.remove}>
              取り消す
            </button>
          </p>
          <progress max={1} value={shareOf(state)} aria-label={textOf(state)} />
          <small>
            {state.phase === 'interrupted'
              ? '同じ動画を選ぶと、続きから送信します。'
              : state.phase === 'sending'
                ? '電波が切れても、開き直しても、続きから送信します。'
                : later}
          </small>
        </div>
      ) : null}
      {state.phase === 'failed' ? (
        <p role="alert" className={styles.failed}>
          {state.message}
        </p>
      ) : null}
      {state.phase === 'none' || state.phase === 'failed' || state.phase === 'interrupted' ? (
        <label className={styles.choose}>
          <Icon of={Film} />
          動画を選ぶ
          <small>5分・500MBまで（MP4・MOV・WebM）</small>
          <input
            type="file"
            className="vh"
            accept="video/mp4,video/quicktime,video/webm,video/x-matroska"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) upload.choose(file)
              target.value = ''
            }}
          />
        </label>
      ) : null}
    </div>
  )
}
