import styles from './video-player.module.css'

/** Over a player whose video can't be played. */
export const PlaybackFailed = ({ tryAgain }: { tryAgain: () => void }) => (
  <p role="alert" className={styles.failed}>
    再生できませんでした。
    <button type="button" onClick={tryAgain}>
      もう一度
    </button>
  </p>
)
