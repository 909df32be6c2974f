import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './composer.module.css'

export interface PickedPicture {
  /** The id of its upload. */
  id: string
  file: File
}

/** The pictures that go with a post, each with a button that takes it out. */
export const PictureList = ({
  pictures,
  onChange,
}: {
  pictures: readonly PickedPicture[]
  onChange: (pictures: readonly PickedPicture[]) => void
}) =>
  pictures.length === 0 ? null : (
    <ul className={styles.pictures} aria-label="つける画像">
      {pictures.map((picture, index) => (
        <li key={picture.id}>
          <Preview file={picture.file} alt={`つける画像 ${index + 1}`} />
          <IconButton
            icon={X}
            label={`画像 ${index + 1}を外す`}
            size="s"
            onClick={() => onChange(pictures.filter((each) => each !== picture))}
          />
        </li>
      ))}
    </ul>
  )

const Preview = ({ file, alt }: { file: File; alt: string }) => {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url ? <img src={url} alt={alt} /> : null
}
