import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { isRefusalBody, serverFailure } from '#contract/core/client.ts'
import { type LeakedPicture, leakedPicture, operatorGalleryLeakPath } from '#contract/gallery/operator.ts'
import { uploadBytesMax, uploadTimeoutMs } from '#contract/images/images.ts'
import { refusalBody } from '#contract/refusals.ts'
import { sendBytes } from '#web/images/send-bytes.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Rows } from '#web/ui/panel.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import operator from '../parts/operator-pages.module.css'

/** Sends the file as it is: to make it smaller would weaken the watermark. */
const read = async (itemId: string, file: File): Promise<LeakedPicture | { message: string }> => {
  if (file.size > uploadBytesMax) return refusalBody('uploadTooLarge')
  const answer = await sendBytes(`${operatorGalleryLeakPath}?item=${encodeURIComponent(itemId)}`, file, {
    timeoutMs: uploadTimeoutMs,
    signal: undefined,
    onSent: () => undefined,
  })
  const found = leakedPicture.safeParse(answer?.status === 200 ? answer.body : null)
  if (found.success) return found.data
  return answer && isRefusalBody(answer.body) ? answer.body : serverFailure
}

/** Reads from a leaked file who bought it. */
export const LeakPanel = ({ itemId }: { itemId: string }) => {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setIsReading] = useState(false)
  const [answer, setAnswer] = useState<LeakedPicture | { message: string } | null>(null)
  const send = async (file: File) => {
    setIsReading(true)
    setAnswer(null)
    setAnswer(await read(itemId, file))
    setIsReading(false)
  }
  return (
    <ActionPanel
      title="流出した画像を調べる"
      about="購入した方の画像には、目に見えない透かしが入っています。見つかったファイルから、購入した方を調べます。ファイルは保存せず、調べたことは操作の記録に残ります。"
    >
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        hidden
        aria-label="流出した画像"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void send(file)
        }}
      />
      <div>
        <Button icon={ImageUp} busy={isReading} onClick={() => input.current?.click()}>
          画像を選んで調べる
        </Button>
      </div>
      <div role="status">
        {answer === null ? null : 'message' in answer ? (
          <p className={operator.refusal}>{answer.message}</p>
        ) : (
          <Found found={answer} />
        )}
      </div>
      <small className={operator.aside}>
        縮小・切り抜き・再圧縮された画像でも読み取れます。小さな画像（長いほうが480px以下）や、元の3割以上が欠けた画像からは、読み取れないことがあります。
      </small>
    </ActionPanel>
  )
}

const Found = ({ found: { picture, buyers, compared } }: { found: LeakedPicture }) => {
  if (picture === null) return <p>この作品の画像ではないようです。</p>
  if (buyers.length === 0)
    return (
      <p>
        {picture}枚目の画像ですが、購入した方（{count(compared)}人）の透かしは見つかりませんでした。
      </p>
    )
  return (
    <>
      <p>{picture}枚目の画像です。次の方の透かしが見つかりました。</p>
      <Rows>
        {buyers.map(({ id, name, score }) => (
          <li key={id}>
            <span>
              <Link to={paths.operator(`members/${id}`)} className={operator.link}>
                {name}
              </Link>
              <small className={operator.aside}>一致度 {score.toFixed(1)}（6以上で一致とみなします）</small>
            </span>
          </li>
        ))}
      </Rows>
    </>
  )
}
