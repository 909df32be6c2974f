import { VideoOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BlurredFill } from '#web/calls/in-call/blurred-fill.tsx'
import { createRemoteElement, RemoteMedia } from '#web/calls/in-call/remote-media.tsx'
import { noPictureText } from '#web/calls/media/device-texts.ts'
import { useStore } from '#web/shell/use-store.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './own-picture.module.css'
import type { StudioMedia } from './studio-media.ts'

const createOwnElement = (): HTMLVideoElement => Object.assign(createRemoteElement(), { muted: true })

/** What the broadcaster sends, mirrored when it comes from the front camera. It fills its place. */
export const OwnPicture = ({ media }: { media: StudioMedia }) => {
  const { isCameraOn, hasCamera, isStalled, facing } = useStore(media.store)
  const [element] = useState(createOwnElement)
  useEffect(() => {
    element.srcObject = media.stream
    element.play()?.catch(() => undefined)
    return () => {
      element.srcObject = null
    }
  }, [element, media])
  const isOn = isCameraOn && hasCamera
  const hasPicture = isOn && !isStalled.camera
  return (
    <div className={styles.picture}>
      {hasPicture ? <BlurredFill video={element} /> : null}
      <RemoteMedia
        element={element}
        label="自分の映像"
        className={classes(styles.own, facing === 'user' && styles.mirrored, !hasPicture && styles.hidden)}
      />
      {hasPicture ? null : (
        <p className={styles.off}>
          <Icon of={VideoOff} />
          {noPictureText(isOn)}
        </p>
      )}
    </div>
  )
}
