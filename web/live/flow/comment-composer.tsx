import { useState } from 'react'
import { liveCommentMax, liveFlowEndpoints } from '#contract/live/flow.ts'
import { graphemesOf } from '#domain/text/graphemes.ts'
import { AnswerError } from '#web/shell/query.ts'
import { stopEnterOfConversion } from '#web/ui/form/composition-enter.ts'
import { PriceTag } from '#web/ui/points/price-tag.tsx'
import styles from './flow.module.css'
import { type LiveFlow, useAsk } from './use-flow.ts'
import { usePaidOnce } from './use-paid-once.ts'

const lengthOf = (text: string): number => graphemesOf(text).length

/**
 * Writes a comment; its price is on the button. A refused one keeps its text and says why, and sending it again is
 * the same comment.
 */
export const CommentComposer = ({
  live: { roomId, flow, add, reload },
  onNeedPoints,
}: {
  live: LiveFlow
  /** The points don't suffice: the page offers more. */
  onNeedPoints: () => void
}) => {
  const paid = useAsk(liveFlowEndpoints.paySecondSideWatchChatPoint)
  const free = useAsk(liveFlowEndpoints.postLiveComment)
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const payOnce = usePaidOnce(roomId)
  const isSending = paid.isPending || free.isPending
  const price = flow.role === 'watcher' ? flow.commentPoints : 0
  const over = lengthOf(text) - liveCommentMax
  const canSend = text.trim() !== '' && over <= 0 && flow.isLoaded && !isSending

  const send = async () => {
    if (!canSend) return
    try {
      const { entry } = await payOnce(['comment', text.trim()], (commentId) =>
        flow.role === 'watcher'
          ? paid.mutateAsync({ roomId, commentId, text, expectedPoints: price })
          : free.mutateAsync({ roomId, commentId, text }),
      )
      add(entry)
      setRefusal(null)
      // What was typed meanwhile stays.
      setText((now) => (now === text ? '' : now))
    } catch (error) {
      setRefusal((error as Error).message)
      if (!(error instanceof AnswerError)) return
      if (error.code === 'insufficientPoints') onNeedPoints()
      if (error.code === 'livePriceChanged') reload()
    }
  }

  if (flow.isMuted) return <p className={styles.muted}>この配信では、コメントを送れません。</p>
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className={styles.field}>
        <input
          aria-label="コメント"
          placeholder="コメント"
          value={text}
          enterKeyHint="send"
          autoComplete="off"
          aria-invalid={over > 0 || undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={stopEnterOfConversion}
        />
        <button
          type="submit"
          aria-disabled={!canSend || undefined}
          aria-busy={isSending || undefined}
          // The field keeps its focus, and the phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
        >
          送信{price > 0 ? <PriceTag amount={price} unit="pt" /> : null}
        </button>
      </div>
      {over > 0 || refusal ? (
        <p className={styles.refusal} role="status">
          {over > 0 ? `${liveCommentMax}文字を${over}文字こえています` : refusal}
        </p>
      ) : null}
      {flow.state.slowModeSec > 0 && flow.role === 'watcher' && !refusal ? (
        <p className={styles.hint}>低速モード：{flow.state.slowModeSec}秒に1回送れます</p>
      ) : null}
    </form>
  )
}
