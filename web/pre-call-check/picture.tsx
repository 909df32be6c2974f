import { useEffect, useRef } from 'react'
import { classes } from '#web/ui/classes.ts'
import styles from './picture.module.css'

/** A stream's picture, always without its sound, which would cause feedback. */
export const Picture = ({
  stream,
  caption,
  mirrored = false,
}: {
  stream: MediaStream | null
  caption: string
  /** Mirrors the own picture, as people know themselves. */
  mirrored?: boolean
}) => {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return (
    <figure className={styles.picture}>
      <video ref={video} className={classes(mirrored && styles.mirrored)} muted autoPlay playsInline />
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
