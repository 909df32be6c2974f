import { Lock, SendHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { imagePriceMax, imagePriceMin, imagePriceSuggested } from '#contract/chat/chat.ts'
import { count } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Draft } from '../outbox/outbox.ts'
import { sendLabel } from '../pane/chat-texts.ts'
import { imagePrice } from './image-price.ts'
import styles from './image-sheet.module.css'

type ImageDraft = Extract<Draft, { kind: 'image' }>

type Picture = { url: string; width: number; height: number } | 'unreadable' | null

/** What the browser can show of a file; the size is the picture's own, rotated as its metadata says. */
const usePicture = (file: File): Picture => {
  const [picture, setPicture] = useState<Picture>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    const image = new Image()
    image.onload = () => setPicture({ url, width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => setPicture('unreadable')
    image.src = url
    return () => {
      image.onload = null
      image.onerror = null
      URL.revokeObjectURL(url)
    }
  }, [file])
  return picture
}

/** Before an image is sent: its preview, and for a broadcaster whether it has a price and which. */
export const ImageSheet = ({
  file,
  canSetPrice,
  partnerName,
  pricePoints,
  onSend,
  onClose,
}: {
  file: File
  canSetPrice: boolean
  partnerName: string
  /** Points the image costs its sender; 0 is free. */
  pricePoints: number
  onSend: (image: ImageDraft) => void
  onClose: () => void
}) => {
  const picture = usePicture(file)
  const [hasPrice, setHasPrice] = useState(false)
  const [price, setPrice] = useState(String(imagePriceSuggested))
  const [isPriceWrong, setIsPriceWrong] = useState(false)
  const send = () => {
    if (picture === null || picture === 'unreadable') return
    const imagePoints = hasPrice ? imagePrice(price) : null
    if (hasPrice && imagePoints === null) setIsPriceWrong(true)
    else onSend({ kind: 'image', blob: file, width: picture.width, height: picture.height, imagePoints })
  }
  const isUnreadable = picture === 'unreadable'
  return (
    <Modal open onClose={onClose} title={`${partnerName}さんに画像を送る`}>
      {isUnreadable ? (
        <p className={styles.error} role="alert">
          この画像は表示できません。JPEG、PNG、WebPなどの画像を選んでください。
        </p>
      ) : picture ? (
        <div className={styles.preview}>
          <img src={picture.url} alt="送る画像" width={picture.width} height={picture.height} />
        </div>
      ) : (
        <Skeleton height={200} />
      )}
      {canSetPrice && !isUnreadable ? (
        <PriceField
          hasPrice={hasPrice}
          onToggle={setHasPrice}
          price={price}
          isWrong={isPriceWrong}
          onPrice={(text) => {
            setPrice(text)
            setIsPriceWrong(false)
          }}
        />
      ) : null}
      {isUnreadable ? (
        <Button variant="quiet" block onClick={onClose}>
          閉じる
        </Button>
      ) : (
        <Button variant="primary" size="l" block icon={SendHorizontal} data-autofocus onClick={send}>
          {sendLabel(pricePoints)}
        </Button>
      )}
    </Modal>
  )
}

const PriceField = ({
  hasPrice,
  onToggle,
  price,
  isWrong,
  onPrice,
}: {
  hasPrice: boolean
  onToggle: (hasPrice: boolean) => void
  price: string
  isWrong: boolean
  onPrice: (text: string) => void
}) => (
  <div className={styles.price}>
    <label className={styles.switch}>
      <Icon of={Lock} />
      <span>
        封をする
        <small>ポイントを払った相手だけが見られます</small>
      </span>
      <input type="checkbox" checked={hasPrice} onChange={(event) => onToggle(event.target.checked)} />
    </label>
    {hasPrice ? (
      <Field
        label="ひらくポイント"
        note="pt"
        hint={`${count(imagePriceMin)}〜${count(imagePriceMax)}ptで決められます。`}
        error={isWrong ? `${count(imagePriceMin)}〜${count(imagePriceMax)}の数字で入力してください。` : null}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={price}
          onChange={(event) => onPrice(event.target.value)}
        />
      </Field>
    ) : null}
  </div>
)
