import { useState } from 'react'
import { removeKeptVideo } from '#web/videos/kept-file.ts'
import { useVideoUpload, type VideoUpload } from '#web/videos/use-video-upload.ts'

export interface MovieChoice {
  upload: VideoUpload
  /** Whether the place to choose one, or what becomes of it, is shown. */
  isShown: boolean
  hasMovie: boolean
  toggle: () => void
  /** The video that goes with the post; undefined without one, and until it is ready. */
  videoId: string | undefined
  /** It is in a post now. */
  drop: () => void
}

/** The movie of the post that a member is writing. Its upload outlives the page, as the text does. */
export const useMovieChoice = (memberId: string): MovieChoice => {
  const key = `timeline:${memberId}`
  const upload = useVideoUpload(key)
  const [isOpen, setIsOpen] = useState(false)
  const { phase } = upload.state
  const hasMovie = phase !== 'none' && phase !== 'looking' && phase !== 'failed'
  return {
    upload,
    hasMovie,
    isShown: isOpen || hasMovie,
    toggle: () => setIsOpen(!isOpen),
    videoId: upload.state.phase === 'ready' ? upload.state.videoId : undefined,
    drop: () => void removeKeptVideo(key),
  }
}
