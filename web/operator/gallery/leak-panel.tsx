import { isRefusalBody, serverFailure } from '#contract/core/client.ts'
import { type LeakedPicture, leakedPicture, operatorGalleryLeakPath } from '#contract/gallery/operator.ts'
import { uploadBytesMax, uploadTimeoutMs } from '#contract/images/images.ts'
import { refusalBody } from '#contract/refusals.ts'
import { sendBytes } from '#web/images/send-bytes.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count } from '#web/text/format.ts'
import { Rows } from '#web/ui/panel.tsx'
import operator from '../parts/operator-pages.module.css'
import { LeakForm } from './leak-form.tsx'

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

/** Reads from a leaked picture who bought it. */
export const LeakPanel = ({ itemId }: { itemId: string }) => (
  <LeakForm
    title="流出した画像を調べる"
    about="購入した方の画像には、目に見えない透かしが入っています。見つかったファイルから、購入した方を調べます。ファイルは保存せず、調べたことは操作の記録に残ります。"
    accept="image/jpeg,image/png,image/webp,image/avif"
    fileName="流出した画像"
    button="画像を選んで調べる"
    limits="縮小・切り抜き・再圧縮された画像でも読み取れます。小さな画像（長いほうが480px以下）や、元の3割以上が欠けた画像からは、読み取れないことがあります。"
    read={(file) => read(itemId, file)}
    Found={Found}
  />
)

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
