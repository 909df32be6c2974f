import { Camera, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { isFailure } from '#contract/core/client.ts'
import { uploadImage } from '#web/images/upload-image.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { contentUrl } from '#web/ui/person/images.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from '../forms.module.css'

export const picturesUnderWay = '写真の送信が終わるまでお待ちください。'

/** Pictures in their order, each uploaded when it is chosen. */
export const PictureField = ({
  imageIds,
  max,
  firstNote,
  onChange,
  onBusy,
}: {
  imageIds: readonly string[]
  max: number
  /** On the first one: 表紙. */
  firstNote?: string
  onChange: (change: (before: readonly string[]) => string[]) => void
  /** Told when pictures are being sent, which a form would leave out, and when they are there. */
  onBusy: (isBusy: boolean) => void
}) => {
  const [waiting, setWaiting] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const isBusy = waiting > 0
  const tell = useEffectEvent(onBusy)
  useEffect(() => {
    tell(isBusy)
  }, [isBusy])
  const add = async (files: File[]) => {
    const accepted = files.slice(0, Math.max(0, max - imageIds.length - waiting))
    setFailure(accepted.length < files.length ? `写真は${max}枚までです。` : null)
    setWaiting((before) => before + accepted.length)
    for (const file of accepted) {
      const image = await uploadImage(file, { id: crypto.randomUUID() })
      setWaiting((before) => before - 1)
      if (isFailure(image)) setFailure(image.message)
      else onChange((before) => [...before, image.imageId])
    }
  }
  return (
    <div className={styles.form}>
      <div className={styles.pictures}>
        {imageIds.map((imageId, index) => (
          <div key={imageId} className={styles.picture}>
            <img src={contentUrl(imageId, 180)} alt={`写真 ${index + 1}`} />
            {index === 0 && firstNote ? <small>{firstNote}</small> : null}
            <IconButton
              icon={X}
              size="s"
              label={`写真 ${index + 1}を外す`}
              onClick={() => onChange((before) => before.filter((each) => each !== imageId))}
            />
          </div>
        ))}
        {Array.from({ length: waiting }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places never change
          <Skeleton key={index} height={88} />
        ))}
        {imageIds.length + waiting < max ? (
          <label className={styles.add}>
            <Icon of={Camera} />
            写真を追加
            <input
              type="file"
              accept="image/*"
              multiple
              className="vh"
              onChange={(event) => {
                void add([...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
          </label>
        ) : null}
      </div>
      {failure ? (
        <p className={styles.error} role="alert">
          {failure}
        </p>
      ) : null}
    </div>
  )
}
