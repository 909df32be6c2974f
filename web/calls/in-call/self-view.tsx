import { VideoOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { noPictureText } from '../media/device-texts.ts'
import type { Facing } from '../media/local-media.ts'
import styles from './self-view.module.css'

/** The member's own picture, mirrored when it comes from the front camera. */
export const SelfView = ({
  stream,
  isCameraOn,
  isStalled = false,
  facing = 'user',
  large = false,
  corner,
}: {
  stream: MediaStream | null
  isCameraOn: boolean
  /** The camera is on and delivers nothing. */
  isStalled?: boolean
  facing?: Facing
  /** While the call rings: fills a phone's screen, and has its place of the call on a wide window. */
  large?: boolean
  /** A button in the corner of the small picture. */
  corner?: ReactNode
}) => {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  const hasPicture = isCameraOn && !isStalled && (stream?.getVideoTracks().length ?? 0) > 0
  return (
    <div className={classes(large ? styles.large : styles.small)}>
      <video
        ref={video}
        className={classes(facing === 'user' && styles.mirrored)}
        aria-label="自分の映像"
        autoPlay
        muted
        playsInline
        hidden={!hasPicture}
      />
      {hasPicture || large ? null : (
        <p className={styles.off}>
          <Icon of={VideoOff} />
          {noPictureText(isCameraOn && isStalled)}
        </p>
      )}
      <span>あなた</span>
      {corner ? <div className={styles.corner}>{corner}</div> : null}
    </div>
  )
}
