import { UserRound } from 'lucide-react'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { avatarUrl } from '#web/ui/person/images.ts'
import styles from './ringing-avatar.module.css'

/** The partner's portrait with a glow. `isCalling`: rings spread from it one after the other. */
export const RingingAvatar = ({
  imageId,
  isCalling = false,
  small = false,
}: {
  imageId: string | null
  isCalling?: boolean
  small?: boolean
}) => (
  <div
    className={classes(styles.portrait, isCalling && styles.calling, small && styles.small)}
    aria-hidden="true"
  >
    <span className={styles.ring} />
    <span className={styles.ring} />
    <span className={styles.cap} />
    <div className={styles.body}>
      {imageId ? (
        <img src={avatarUrl(imageId, 480)} alt="" width={480} height={480} />
      ) : (
        <Icon of={UserRound} className={styles.figure} />
      )}
    </div>
    <span className={classes(styles.cap, styles.foot)} />
  </div>
)
