import { UserRound } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import styles from './avatar.module.css'
import { avatarUrl, thumbnailSize } from './images.ts'

const initialShare = 0.42

const initialOf = (name: string): string => {
  const [first = ''] = name
  return first
}

const thisDevice = () => ({
  userAgent: navigator.userAgent,
  devicePixelRatio: window.devicePixelRatio,
})

const neverChanges = () => () => undefined

/** Its address depends on the screen, which the server doesn't know: there the picture has none yet. */
const Picture = ({ imageId, size, alt }: { imageId: string; size: number; alt: string }) => {
  const src = useSyncExternalStore(
    neverChanges,
    () => avatarUrl(imageId, thumbnailSize(size, thisDevice())),
    () => undefined,
  )
  return <img src={src} alt={alt} width={size} height={size} loading="lazy" decoding="async" />
}

/**
 * A round portrait, cropped to the face. Without a picture it shows the name's first letter, or a figure where
 * no name is given. Decorative unless `alt` is given.
 */
export const Avatar = ({
  imageId,
  name,
  size = 48,
  alt = '',
  className,
}: {
  imageId: string | null
  name?: string
  /** CSS px. */
  size?: 32 | 36 | 40 | 48 | 56 | 64 | 88 | 120
  alt?: string
  className?: string | undefined
}) => (
  <span className={classes(styles.avatar, className)} style={{ width: size, height: size }}>
    {imageId ? (
      <Picture imageId={imageId} size={size} alt={alt} />
    ) : name ? (
      <span className={styles.initial} style={{ fontSize: size * initialShare }} aria-hidden="true">
        {initialOf(name)}
      </span>
    ) : (
      <Icon of={UserRound} className={styles.figure} />
    )}
  </span>
)
