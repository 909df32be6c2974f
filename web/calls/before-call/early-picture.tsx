import { useEffect } from 'react'
import { allowSound, RemoteMedia } from '../in-call/remote-media.tsx'
import running from '../in-call/running-call.module.css'
import styles from './before-call.module.css'

/**
 * The partner's picture, in the place that it has in the call. It begins with the answer, however long the call's own
 * screen takes to be drawn; until then the element shows nothing.
 */
export const EarlyPicture = ({
  element,
  stream,
  name,
}: {
  element: HTMLVideoElement
  stream: MediaStream
  name: string
}) => {
  useEffect(() => {
    if (element.srcObject !== stream) element.srcObject = stream
    // Where sound isn't allowed yet, the call's screen asks for a touch.
    allowSound(element)
  }, [element, stream])
  return (
    <div className={styles.early}>
      <RemoteMedia element={element} label={`${name}さんの映像`} className={running.remote} />
    </div>
  )
}
