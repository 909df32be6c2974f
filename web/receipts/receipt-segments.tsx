import type { Receipt } from '#contract/calls/calls.ts'
import type { CallCarries } from '#contract/calls/in-call.ts'
import { points, pointsPerMinute, timeToTheSecond } from '#web/text/format.ts'
import { Panel } from '#web/ui/panel.tsx'
import styles from './receipt-segments.module.css'

const carriesText = { video: 'ビデオ', voice: '音声のみ', nothing: '停止中' } as const satisfies Record<
  CallCarries,
  string
>

/** What the call carried, from when to when, at what price. A call that was one thing all along needs no list. */
export const ReceiptSegments = ({ receipt: { segments, kind } }: { receipt: Receipt }) => {
  const [first] = segments
  if (!first || (segments.length === 1 && first.carries === kind)) return null
  return (
    <Panel title="通話の内訳">
      <ol className={styles.segments}>
        {segments.map(({ carries, from, to, pointsPerMin, points: sum }) => (
          <li key={from}>
            <span>
              {carriesText[carries]}
              <small>
                {timeToTheSecond(from)}〜{timeToTheSecond(to)}
              </small>
            </span>
            <span>
              {points(sum)}
              <small>{carries === 'nothing' ? '料金なし' : pointsPerMinute(pointsPerMin)}</small>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
