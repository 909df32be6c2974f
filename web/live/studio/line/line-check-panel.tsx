import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from 'lucide-react'
import type { Verdict } from '#domain/calls/quality/pre-call-check.ts'
import { liveAdviceText, liveVerdictTexts } from '#domain/live/line-check.ts'
import { isCameraOn } from '#web/calls/media/device-changes.ts'
import { measureSec } from '#web/pre-call-check/check-view.ts'
import { useStore } from '#web/shell/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { StudioMedia } from '../studio-media.ts'
import type { LiveLineCheck, LiveLineView } from './line-check.ts'
import styles from './line-check-panel.module.css'

const icons = {
  excellent: CircleCheck,
  good: CircleCheck,
  unstable: CircleAlert,
  impossible: CircleX,
} as const satisfies Record<Verdict, LucideIcon>

/** While the camera is off, the room gets sound alone, and so does the check. */
const sentFrom = (stream: MediaStream): MediaStream =>
  isCameraOn(stream) ? stream : new MediaStream(stream.getAudioTracks())

/** The check of the line in the preview: how well picture and sound would reach the media server, and what to do. */
export const LineCheckPanel = ({ check, media }: { check: LiveLineCheck; media: StudioMedia }) => {
  const view = useStore(check.store)
  const isRunning = view.stage === 'running'
  return (
    <Panel title="回線" className={styles.line}>
      <div role="status" className={styles.finding}>
        <Finding view={view} />
      </div>
      {isRunning ? (
        <progress className={styles.progress} aria-label="測定" max={measureSec} value={view.measuredSec} />
      ) : null}
      <Button block busy={isRunning} onClick={() => void check.run(sentFrom(media.stream))}>
        {isRunning
          ? '回線をたしかめています'
          : view.stage === 'ready'
            ? '回線をたしかめる'
            : 'もう一度たしかめる'}
      </Button>
    </Panel>
  )
}

const Finding = ({ view: { stage, result, refusal } }: { view: LiveLineView }) => {
  if (stage === 'refused') return <p>{refusal}</p>
  if (stage === 'running') return <p>映像と声を配信サーバーへ送り、戻ってくるまでを測っています。</p>
  if (!result)
    return (
      <p>映像と声が配信サーバーにとどくかを、20秒ほどでたしかめます。だれにも見えず、録画もされません。</p>
    )
  const { title, text } = liveVerdictTexts[result.verdict]
  return (
    <>
      <p className={styles.verdict} data-verdict={result.verdict}>
        <Icon of={icons[result.verdict]} size="s" />
        <b>{title}</b>
      </p>
      <p>{text}</p>
      {result.advice.map((advice) => (
        <p key={advice} className={styles.advice}>
          {liveAdviceText(advice)}
        </p>
      ))}
    </>
  )
}
