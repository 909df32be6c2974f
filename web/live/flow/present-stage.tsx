import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FlowEntry } from '#contract/live/flow.ts'
import { classes } from '#web/ui/classes.ts'
import { type Flow, freshPresents } from './flow-model.ts'
import styles from './present-stage.module.css'

/** How long a present is over the picture, and how many at once. */
const shownMs = 2_800
const atOnceMax = 3

interface Shown {
  entry: FlowEntry
  untilMs: number
}

/** One place for a member and a present: a further one counts it on. */
const placeOf = ({ member, present, id }: FlowEntry): string =>
  present && member ? `${member.alias}:${present.presentId}` : id

/**
 * Presents over the picture as they come. It moves by transform and opacity alone, and stands still where motion is
 * reduced; the flow says the same in words, so screen readers skip it.
 */
export const PresentStage = ({ flow }: { flow: Flow }) => {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const upTo = useRef(0)
  const last = flow.entries.at(-1)?.seq ?? 0
  const showNext = useEffectEvent(() => {
    const fresh = freshPresents(flow, upTo.current)
    upTo.current = Math.max(upTo.current, last)
    if (fresh.length === 0) return
    const untilMs = performance.now() + shownMs
    setShown((before) => {
      const places = new Set(fresh.map(placeOf))
      const kept = before.filter(({ entry }) => !places.has(placeOf(entry)))
      const newest = new Map(fresh.map((entry) => [placeOf(entry), { entry, untilMs }]))
      return [...kept, ...newest.values()].slice(-atOnceMax)
    })
  })
  useEffect(() => {
    if (last > 0) showNext()
  }, [last])
  useEffect(() => {
    if (shown.length === 0) return
    const next = Math.min(...shown.map(({ untilMs }) => untilMs)) - performance.now()
    const timer = setTimeout(
      () => setShown((now) => now.filter(({ untilMs }) => untilMs > performance.now() + 1)),
      Math.max(0, next) + 1,
    )
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <div className={styles.stage} aria-hidden="true">
      {shown.map(({ entry }) => (
        <div key={placeOf(entry)} className={styles.flying}>
          {entry.present ? (
            <img src={`/presents/${entry.present.presentId}.svg`} alt="" width={96} height={96} />
          ) : null}
          <p>
            {entry.present ? (entry.member?.name ?? '匿名') : entry.text}
            <b key={entry.seq} className={classes(styles.count, 'num')}>
              {entry.present ? `×${entry.present.combo}` : '達成'}
            </b>
          </p>
        </div>
      ))}
    </div>
  )
}
