import { ChevronLeft, ImagePlus, X } from 'lucide-react'
import { galleryPicturesMax } from '#contract/gallery/gallery.ts'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './edit-item-page.module.css'
import type { EditedPicture, PictureUploads } from './use-picture-uploads.ts'

/** The chosen pictures in their order, and a place to choose more. */
export const PictureList = ({ uploads }: { uploads: PictureUploads }) => {
  const { pictures } = uploads
  return (
    <div>
      <p className={styles.label}>
        画像
        <small>
          {pictures.length}/{galleryPicturesMax}
        </small>
      </p>
      <ul className={styles.pictures}>
        {pictures.map((picture, index) => (
          <Picture key={picture.key} picture={picture} nth={index} uploads={uploads} />
        ))}
        {pictures.length < galleryPicturesMax ? (
          <li>
            <label className={styles.add}>
              <Icon of={ImagePlus} />
              画像を追加
              <input
                type="file"
                className="vh"
                accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
                multiple
                onChange={({ target }) => {
                  uploads.add([...(target.files ?? [])])
                  target.value = ''
                }}
              />
            </label>
          </li>
        ) : null}
      </ul>
      <Refusal text={uploads.surplus} />
    </div>
  )
}

const Picture = ({
  picture,
  nth,
  uploads,
}: {
  picture: EditedPicture
  nth: number
  uploads: PictureUploads
}) => {
  const isSending = picture.imageId === null && picture.failure === null
  return (
    <li data-sending={isSending || undefined}>
      <img src={picture.src} alt={`${nth + 1}枚目`} />
      {isSending ? (
        <span className={styles.mark}>{Math.round(picture.progress * 100)}%</span>
      ) : nth === 0 ? (
        <span className={styles.mark}>表紙</span>
      ) : null}
      {picture.failure ? (
        <span className={styles.failed} role="alert">
          {picture.failure}
        </span>
      ) : null}
      <span className={styles.tools}>
        {nth === 0 ? (
          <span />
        ) : (
          <IconButton
            icon={ChevronLeft}
            size="s"
            label={`${nth + 1}枚目を前へ`}
            onClick={() => uploads.moveForward(picture.key)}
          />
        )}
        <IconButton
          icon={X}
          size="s"
          label={`${nth + 1}枚目を外す`}
          onClick={() => uploads.remove(picture.key)}
        />
      </span>
    </li>
  )
}
