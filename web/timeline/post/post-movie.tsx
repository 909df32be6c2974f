import { Play } from 'lucide-react'
import { type CSSProperties, Suspense, useState } from 'react'
import type { TimelineMovie } from '#contract/timeline/movies.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { Icon } from '#web/ui/icon.tsx'
import { contentUrl } from '#web/ui/person/images.ts'
import { lengthText } from '#web/videos/length-text.ts'
import styles from './post-movie.module.css'

const MoviePlayer = lazyPart(async () => (await import('./movie-player.tsx')).MoviePlayer)

/** A post's movie: its poster, in whose place the player comes when it is pressed. Nothing plays by itself. */
export const PostMovie = ({ movie, authorName }: { movie: TimelineMovie; authorName: string }) => {
  const [isPressed, setIsPressed] = useState(false)
  const { poster, width, height, durationMs } = movie
  const label = `${authorName}さんの動画`
  return (
    <div
      className={styles.movie}
      style={{ aspectRatio: `${width} / ${height}`, '--shape': width / height } as CSSProperties}
    >
      <img
        src={contentUrl(poster, 960)}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
      {isPressed ? (
        <Suspense fallback={null}>
          <MoviePlayer movie={movie} label={label} />
        </Suspense>
      ) : (
        <button
          type="button"
          className={styles.play}
          aria-label={`${label}を再生（${lengthText(durationMs)}）`}
          onClick={() => setIsPressed(true)}
        >
          <span className={styles.sign}>
            <Icon of={Play} filled />
          </span>
          <span className={styles.length}>{lengthText(durationMs)}</span>
        </button>
      )}
    </div>
  )
}
