import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  type TimelineMovie,
  timelineMovieAddress,
  timelineMoviesEndpoints,
} from '#contract/timeline/movies.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { contentUrl } from '#web/ui/person/images.ts'
import { VideoPlayer, versionHere } from '#web/videos/video-player.tsx'
import styles from './post-movie.module.css'

/** The player of a movie whose poster was pressed; its token is fetched now. It stops where it can't be seen any more. */
export const MoviePlayer = ({ movie, label }: { movie: TimelineMovie; label: string }) => {
  const { applicationId, fileId, poster, width, height } = movie
  const token = useQuery({
    queryKey: ['timeline-movie', fileId],
    queryFn: ({ signal }) =>
      fetchEndpoint(timelineMoviesEndpoints.getTimelineMovie, { applicationId, fileId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const addressOf = (answer: { token: string } | undefined): string | null =>
    answer ? timelineMovieAddress({ applicationId, fileId, token: answer.token }, versionHere()) : null
  const address = addressOf(token.data)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current) return
    const watching = new IntersectionObserver((entries) => {
      if (entries.every(({ isIntersecting }) => !isIntersecting))
        place.current?.querySelector('video')?.pause()
    })
    watching.observe(place.current)
    return () => watching.disconnect()
  }, [])
  return (
    <div ref={place} className={styles.player}>
      {address ? (
        <VideoPlayer
          {...{ address, label, width, height }}
          poster={contentUrl(poster, 960)}
          isPressed
          renew={async () => addressOf((await token.refetch()).data)}
        />
      ) : token.isError ? (
        <p role="alert" className={styles.failed}>
          {token.error.message}
          <button type="button" onClick={() => void token.refetch()}>
            もう一度
          </button>
        </p>
      ) : (
        <p role="status" className="vh">
          読み込み中
        </p>
      )}
    </div>
  )
}
