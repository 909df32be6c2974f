import { isRefusalBody, serverFailure } from '#contract/core/client.ts'
import {
  type LeakedVideo,
  leakedVideo,
  leakedVideoBytesMax,
  leakedVideoTimeoutMs,
  operatorGalleryLeakVideoPath,
} from '#contract/gallery/operator.ts'
import { sendBytes } from '#web/images/send-bytes.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count } from '#web/text/format.ts'
import { Rows } from '#web/ui/panel.tsx'
import operator from '../parts/operator-pages.module.css'
import { LeakForm } from './leak-form.tsx'

const megabyte = 1_048_576

const read = async (itemId: string, file: File): Promise<LeakedVideo | { message: string }> => {
  if (file.size > leakedVideoBytesMax)
    return {
      message: `動画は${leakedVideoBytesMax / megabyte}MBまでです。短く切り出したものを選んでください。`,
    }
  const answer = await sendBytes(`${operatorGalleryLeakVideoPath}?item=${encodeURIComponent(itemId)}`, file, {
    timeoutMs: leakedVideoTimeoutMs,
    signal: undefined,
    onSent: () => undefined,
  })
  const found = leakedVideo.safeParse(answer?.status === 200 ? answer.body : null)
  if (found.success) return found.data.problem === null ? found.data : { message: found.data.problem }
  return answer && isRefusalBody(answer.body) ? answer.body : serverFailure
}

/** Reads from a leaked video who bought it. */
export const LeakVideoPanel = ({ itemId }: { itemId: string }) => (
  <LeakForm
    title="流出した動画を調べる"
    about="購入した方の動画には、目に見えない透かしが入っています。見つかったファイルから、購入した方を調べます。長い動画では数分かかることがあります。ファイルは保存せず、調べたことは操作の記録に残ります。"
    accept="video/mp4,video/quicktime,video/webm,video/x-matroska"
    fileName="流出した動画"
    button="動画を選んで調べる"
    limits="縮小・切り抜き・再圧縮された動画や、一部だけの動画でも読み取れます。再生の速さが変えられたもの、左右反転したもの、数秒しかないものからは、読み取れないことがあります。"
    read={(file) => read(itemId, file)}
    Found={Found}
  />
)

const Found = ({
  found: { hasWatermark, isFound, read: segments, buyers, compared },
}: {
  found: LeakedVideo
}) => {
  if (!hasWatermark) return <p>この動画は、透かしが始まる前に公開されたものです。</p>
  if (!isFound) return <p>この作品の動画ではないようです。</p>
  if (buyers.length === 0)
    return (
      <p>
        この作品の動画ですが、購入した方（{count(compared)}人）の透かしは見つかりませんでした（読み取れた区間{' '}
        {segments}
        ）。
      </p>
    )
  return (
    <>
      <p>この作品の動画です。次の方の透かしが見つかりました。</p>
      <Rows>
        {buyers.map(({ id, name, agreeing }) => (
          <li key={id}>
            <span>
              <Link to={paths.operator(`members/${id}`)} className={operator.link}>
                {name}
              </Link>
              <small className={operator.aside}>
                読み取れた{segments}区間のうち{agreeing}区間が一致
              </small>
            </span>
          </li>
        ))}
      </Rows>
    </>
  )
}
