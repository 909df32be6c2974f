import { useMutation } from '@tanstack/react-query'
import { Phone, Video } from 'lucide-react'
import { useEffect, useState } from 'react'
import { callKindEndpoints } from '#contract/calls/call-kind.ts'
import type { CallSnapshot } from '#contract/calls/calls.ts'
import { videoRequestMs } from '#contract/calls/in-call.ts'
import { AnswerError, fetchEndpoint } from '#web/shell/query.ts'
import { pointsPerMinute } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import type { CallView } from '../session/call-view.ts'
import styles from './kind-change.module.css'
import { QuickTopUp } from './top-up/quick-top-up.tsx'

const sayFailure = (error: Error) => void showToast({ title: error.message, tone: 'error' })

/** A request about the kind of the call; the call's next state arrives as every other one. */
const useRequest = (run: () => Promise<unknown>) => {
  const [isBroke, setIsBroke] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onMutate: () => setIsBroke(false),
    onError: (error) => {
      setIsBroke(error instanceof AnswerError && error.code === 'insufficientPoints')
      sayFailure(error)
    },
  })
  return { go: () => mutate(), isPending, isBroke }
}

/** The price on a caller's button; what it earns on a broadcaster's. */
const priceText = ({ role }: CallSnapshot, perMin: number): string =>
  role === 'caller' ? pointsPerMinute(perMin) : `報酬 ${pointsPerMinute(perMin)}`

const expected = ({ role }: CallSnapshot, video: number) =>
  role === 'caller' ? { expectedPointsPerMin: video } : {}

/** Without points for it, the quick charge is right there. */
const Broke = ({
  isBroke,
  video,
  onCharged,
}: {
  isBroke: boolean
  /** Points per minute. */
  video: number
  onCharged: () => void
}) => (isBroke ? <QuickTopUp callRate={video} onCharged={onCharged} /> : null)

const AskForVideo = ({
  call,
  video,
  onCharged,
}: {
  call: CallSnapshot
  video: number
  onCharged: () => void
}) => {
  const { callId } = call
  const { go, isPending, isBroke } = useRequest(() =>
    fetchEndpoint(callKindEndpoints.askForVideo, { callId, ...expected(call, video) }),
  )
  return (
    <>
      <Button icon={Video} busy={isPending} onClick={go}>
        ビデオに切り替える（{priceText(call, video)}）
      </Button>
      <Broke isBroke={isBroke} video={video} onCharged={onCharged} />
    </>
  )
}

const OwnQuestion = ({ callId }: { callId: string }) => {
  const { go, isPending } = useRequest(() =>
    fetchEndpoint(callKindEndpoints.answerVideoAsk, { callId, agrees: false }),
  )
  return (
    <div className={styles.card}>
      <p role="status">ビデオへの切り替えの返事を待っています</p>
      <Button size="s" busy={isPending} onClick={go}>
        取り消す
      </Button>
    </div>
  )
}

const Question = ({
  call,
  video,
  onCharged,
}: {
  call: CallSnapshot
  video: number
  onCharged: () => void
}) => {
  const { callId } = call
  const agree = useRequest(() =>
    fetchEndpoint(callKindEndpoints.answerVideoAsk, { callId, agrees: true, ...expected(call, video) }),
  )
  const decline = useRequest(() => fetchEndpoint(callKindEndpoints.answerVideoAsk, { callId, agrees: false }))
  return (
    <section className={styles.card} aria-label="ビデオへの切り替え">
      <p role="status">お相手がビデオへの切り替えを希望しています</p>
      <Button variant="primary" block icon={Video} busy={agree.isPending} onClick={agree.go}>
        ビデオに切り替える（{priceText(call, video)}）
      </Button>
      <Button block busy={decline.isPending} onClick={decline.go}>
        音声のまま続ける
      </Button>
      <Broke isBroke={agree.isBroke} video={video} onCharged={onCharged} />
    </section>
  )
}

const GoOnByVoice = ({ call }: { call: CallSnapshot }) => {
  const { callId, live } = call
  const { go, isPending } = useRequest(() => fetchEndpoint(callKindEndpoints.changeCallToVoice, { callId }))
  return (
    <Button size="s" icon={Phone} busy={isPending} onClick={go}>
      音声に切り替える（{priceText(call, live.pointsPerMin.voice)}）
    </Button>
  )
}

/** Whether the question has lapsed, by the page's own clock: the server's may differ. */
const useIsLapsed = (question: string | null): boolean => {
  const [lapsed, setLapsed] = useState<string | null>(null)
  useEffect(() => {
    if (question === null) return
    const timer = setTimeout(() => setLapsed(question), videoRequestMs)
    return () => clearTimeout(timer)
  }, [question])
  return question !== null && lapsed === question
}

/** Changes a running call between voice and video: to video by consent, to voice at once. */
export const KindChange = ({ view, onCharged }: { view: CallView; onCharged: () => void }) => {
  const { call, stage, outage } = view
  const isLapsed = useIsLapsed(call?.live.videoRequest?.until ?? null)
  if (!call || stage.name !== 'inCall' || outage.frozenSince !== null) return null
  // A live call stays a video call.
  if (call.origin === 'live') return null
  const { kind, pointsPerMin, videoRequest } = call.live
  const { video } = pointsPerMin
  const question = isLapsed ? null : videoRequest
  const what =
    kind === 'video' ? (
      <GoOnByVoice call={call} />
    ) : question?.by === call.role ? (
      <OwnQuestion callId={call.callId} />
    ) : video === null ? null : question ? (
      <Question call={call} video={video} onCharged={onCharged} />
    ) : (
      <AskForVideo call={call} video={video} onCharged={onCharged} />
    )
  return what && <div className={styles.place}>{what}</div>
}
