import { useMutation } from '@tanstack/react-query'
import { Camera, CircleCheck, ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { DocumentKind, DocumentSide } from '#contract/applications/applications.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { DocumentDrawing } from './document-drawing.tsx'
import { sideHints, sideName } from './document-texts.ts'
import styles from './picture-slot.module.css'
import { useMarkReceived } from './queries.ts'
import { uploadDocument } from './upload-document.ts'

interface Chosen {
  /** Made once for this picture. */
  id: string
  file: Blob
}

/** One required picture: an example, the camera or a file, and the upload's progress. */
export const PictureSlot = ({
  kind,
  side,
  isReceived,
}: {
  kind: DocumentKind
  side: DocumentSide
  isReceived: boolean
}) => {
  const [progress, setProgress] = useState(0)
  const recordReceived = useMarkReceived()
  const sending = useMutation({
    mutationFn: (chosen: Chosen) =>
      uploadDocument({ ...chosen, side, documentKind: kind, onProgress: setProgress }),
    onSuccess: () => recordReceived(side),
  })
  const name = sideName(kind, side)
  const status = sending.isPending
    ? `送信中 ${Math.round(progress * 100)}%`
    : isReceived
      ? '受け取りました'
      : ''
  return (
    <section className={styles.slot} data-received={isReceived} aria-label={name}>
      <div className={styles.head}>
        <DocumentDrawing side={side} />
        <div>
          <h3>{name}</h3>
          <p className={styles.hint}>{sideHints[side]}</p>
        </div>
      </div>
      <p className={styles.status} role="status">
        {status && !sending.isPending ? <Icon of={CircleCheck} size="s" /> : null}
        {status}
      </p>
      {sending.isPending ? <progress className={styles.progress} value={progress} aria-label={name} /> : null}
      {sending.error ? (
        <p className={styles.failure} role="alert">
          {sending.error.message}
        </p>
      ) : null}
      <Pickers
        name={name}
        isSelfie={side === 'selfie'}
        isAgain={isReceived}
        busy={sending.isPending}
        onPick={(file) => sending.mutate({ id: crypto.randomUUID(), file })}
      />
      {sending.error && sending.variables ? (
        <Button size="s" onClick={() => sending.mutate(sending.variables)}>
          もう一度送る
        </Button>
      ) : null}
    </section>
  )
}

/** A phone opens its camera; on other devices both buttons open the file picker. */
const Pickers = ({
  name,
  isSelfie,
  isAgain,
  busy,
  onPick,
}: {
  name: string
  isSelfie: boolean
  isAgain: boolean
  busy: boolean
  onPick: (file: Blob) => void
}) => {
  const camera = useRef<HTMLInputElement>(null)
  const library = useRef<HTMLInputElement>(null)
  const pick = (input: HTMLInputElement) => {
    const file = input.files?.[0]
    // The same picture can be chosen again.
    input.value = ''
    if (file) onPick(file)
  }
  return (
    <div className={styles.pickers}>
      <Button
        size="s"
        variant={isAgain ? 'quiet' : 'ink'}
        icon={Camera}
        busy={busy}
        aria-label={`${name}を${isAgain ? '撮り直す' : '撮影する'}`}
        onClick={() => camera.current?.click()}
      >
        {isAgain ? '撮り直す' : '撮影する'}
      </Button>
      <Button
        size="s"
        variant="quiet"
        icon={ImageUp}
        busy={busy}
        aria-label={`${name}を画像から選ぶ`}
        onClick={() => library.current?.click()}
      >
        画像から選ぶ
      </Button>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture={isSelfie ? 'user' : 'environment'}
        hidden
        onChange={({ target }) => pick(target)}
      />
      <input ref={library} type="file" accept="image/*" hidden onChange={({ target }) => pick(target)} />
    </div>
  )
}
