import 'react-easy-crop/react-easy-crop.css'
import { useEffect, useId, useState } from 'react'
import Cropper, { type Point } from 'react-easy-crop'
import { refusals } from '#contract/refusals.ts'
import type { Area } from '#web/images/draw-jpeg.ts'
import type { Size } from '#web/images/scale-to-fit.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import styles from './avatar-crop-modal.module.css'
import { thumbnailPosition } from './crop-preview.ts'
import { useAvatarChange } from './use-avatar-change.ts'

/** A portrait is 4:5 (server/images/render.ts). */
const portraitAspect = 4 / 5
const zoomMax = 4
/** As on マイページ, in CSS px. */
const thumbnailPx = 64

/** Lets the member choose a part of a picture as their portrait, and uploads it. */
export const AvatarCropModal = ({ picture, onClose }: { picture: Blob; onClose: () => void }) => {
  const address = useObjectUrl(picture)
  const [area, setArea] = useState<Area | null>(null)
  const [size, setSize] = useState<Size | null>(null)
  const [isBroken, setIsBroken] = useState(false)
  const { change, progress, cancel } = useAvatarChange(picture, () => {
    void showToast({ tone: 'ok', title: 'プロフィール写真を変更しました' })
    onClose()
  })
  const isSending = change.isPending
  const sendLabel = change.isError ? 'もう一度送る' : 'この写真にする'
  const failure = isBroken ? refusals.imageUnreadable.message : change.error?.message

  return (
    <Modal open onClose={onClose} title="写真の位置を決める" dismissible={!isSending}>
      {isBroken || !address ? null : (
        <Stage
          address={address}
          isFixed={isSending}
          onArea={setArea}
          onSize={setSize}
          onBroken={() => setIsBroken(true)}
        />
      )}
      {isBroken ? null : (
        <div className={styles.preview}>
          <Thumbnail address={address} area={area} size={size} />
          <p>
            アイコンではこのように見えます。写真はプロフィールにも表示され、どなたでも見ることができます。
          </p>
        </div>
      )}
      {failure === undefined ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <div className={styles.buttons}>
        <Button block onClick={isSending ? cancel : onClose}>
          {isSending ? '送信をやめる' : 'やめる'}
        </Button>
        {isBroken ? null : (
          <Button
            block
            variant="primary"
            busy={isSending}
            aria-disabled={!area}
            onClick={() => area && change.mutate(area)}
          >
            {isSending ? `送信中 ${Math.round(progress * 100)}%` : sendLabel}
          </Button>
        )}
      </div>
    </Modal>
  )
}

/** The picture under its frame: dragged, pinched, or moved by the keyboard and the slider. */
const Stage = ({
  address,
  isFixed,
  onArea,
  onSize,
  onBroken,
}: {
  address: string
  /** It is being sent: it stays where it is. */
  isFixed: boolean
  onArea: (area: Area) => void
  onSize: (size: Size) => void
  onBroken: () => void
}) => {
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const sliderId = useId()
  return (
    <>
      <div className={styles.stage}>
        <Cropper
          image={address}
          aspect={portraitAspect}
          crop={crop}
          zoom={zoom}
          maxZoom={zoomMax}
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={(next) => (isFixed ? undefined : setCrop(next))}
          onZoomChange={(next) => (isFixed ? undefined : setZoom(next))}
          onCropAreaChange={(_percent, pixels) => onArea(pixels)}
          onMediaLoaded={({ naturalWidth, naturalHeight }) =>
            onSize({ width: naturalWidth, height: naturalHeight })
          }
          mediaProps={{ onError: onBroken }}
          cropperProps={{ role: 'group', 'aria-label': '写真の枠。矢印キーで写真を動かせます' }}
        />
      </div>
      <div className={styles.zoom}>
        <label htmlFor={sliderId}>拡大</label>
        <input
          id={sliderId}
          type="range"
          min={1}
          max={zoomMax}
          step={0.01}
          value={zoom}
          disabled={isFixed}
          onChange={(event) => setZoom(event.target.valueAsNumber)}
        />
      </div>
    </>
  )
}

/** The round thumbnail that this part of the picture will make. */
const Thumbnail = ({
  address,
  area,
  size,
}: {
  address: string | null
  area: Area | null
  size: Size | null
}) => (
  <span className={styles.thumbnail} style={{ width: thumbnailPx, height: thumbnailPx }}>
    {address && area && size ? (
      <img src={address} alt="" style={thumbnailPosition(area, size, thumbnailPx)} />
    ) : null}
  </span>
)

/** An address for bytes in this page; let go of with the component. */
const useObjectUrl = (bytes: Blob): string | null => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(bytes)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return address
}
