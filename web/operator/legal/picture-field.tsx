import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isFailure } from '#contract/core/client.ts'
import { uploadOperatorImagePath } from '#contract/legal/operator/message-pages.ts'
import { uploadImage } from '#web/images/upload-image.ts'
import { Button } from '#web/ui/button.tsx'
import { contentUrl } from '#web/ui/person/images.ts'
import pageStyles from '../parts/operator-pages.module.css'
import styles from './message-form.module.css'

/** A picture of the platform: chosen, uploaded at once, shown as it will be cropped, and removed again. */
export const PictureField = ({
  imageId,
  onChange,
}: {
  imageId: string | null
  onChange: (imageId: string | null) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  /** The latest upload: its public address shows nothing before the page is saved. */
  const [sent, setSent] = useState<{ imageId: string; url: string } | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => () => URL.revokeObjectURL(sent?.url ?? ''), [sent])

  const send = async (file: File) => {
    setIsSending(true)
    setProblem(null)
    const answer = await uploadImage(file, { id: crypto.randomUUID(), path: uploadOperatorImagePath })
    setIsSending(false)
    if (isFailure(answer)) {
      setProblem(answer.message)
      return
    }
    setSent({ imageId: answer.imageId, url: URL.createObjectURL(file) })
    onChange(answer.imageId)
  }
  const shown = imageId && (sent?.imageId === imageId ? sent.url : contentUrl(imageId, 480))
  return (
    <div className={styles.picture}>
      <b>画像（任意）</b>
      {shown ? <img src={shown} alt="選んだ画像" width={360} height={189} /> : null}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        hidden
        aria-label="画像を選ぶ"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void send(file)
        }}
      />
      <div className={pageStyles.choices}>
        <Button size="s" icon={ImageUp} busy={isSending} onClick={() => input.current?.click()}>
          {imageId ? '画像を替える' : '画像を選ぶ'}
        </Button>
        {imageId ? (
          <Button size="s" variant="text" onClick={() => onChange(null)}>
            外す
          </Button>
        ) : null}
      </div>
      <small className={pageStyles.aside}>横長（1200×630くらい）の画像が合います。</small>
      {problem ? (
        <p className={pageStyles.refusal} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
